// What the shell says about the wallet, in English.
export const en = {
  chip: 'You have {{wit}} WIT',
  orders: {
    paid: 'Your WIT are charged.',
    failed: 'A payment was declined. Nothing was charged.',
    refunded: 'Your refund is on its way.',
    disputed: 'A payment was disputed: your WIT are frozen.',
  },
  notEnough: {
    title: 'Not enough WIT in possession.',
    text: 'Charge what is missing, and come back to where you were.',
    needed: 'Needed',
    available: 'Available',
    missing: 'Missing',
    later: 'Later',
    charge: 'Charge WIT',
    buy: 'Buy {{wit}} WIT',
    other: 'Other amounts',
  },
}
