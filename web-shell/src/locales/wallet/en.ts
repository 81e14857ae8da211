// Texts of the header’s wallet and of the “not enough WIT” dialog in English.
export const en = {
  chip: '{{available}} WIT available ({{usd}}), {{wit}} WIT in total',
  orders: {
    paid: 'Your top-up is complete.',
    failed: 'A payment failed. See your orders for details.',
    refunded: 'Your refund is on its way.',
    disputed: 'A payment was disputed. Your WIT are frozen.',
  },
  notEnough: {
    title: 'Not enough WIT in possession.',
    text: "Top up what's missing, then continue where you left off.",
    needed: 'Needed',
    available: 'Available',
    missing: 'Missing',
    later: 'Later',
    charge: 'Top up WIT',
    buy: 'Buy {{wit}} WIT',
    other: 'Other amounts',
  },
}

declare global {
  interface WitverseTexts {
    'shell-wallet': typeof en
  }
}
