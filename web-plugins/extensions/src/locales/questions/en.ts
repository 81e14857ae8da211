/** What the page of a plugin asks the person, in a dialog of the shell. */
export const questions = {
  pay: {
    title: 'Pay WIT to {{name}}?',
    text: 'This plugin asks you to pay. It is not made by Witverse, and you can refuse.',
    playText: 'This is a trial. You pay with play money, and no WIT are used.',
    to: 'To',
    reason: 'It says that it is for',
    amount: 'Amount',
    balance: 'You have',
    confirm: 'Pay {{amount}} WIT',
    declined: 'You did not pay.',
    notAgain: 'This plugin cannot ask for WIT again now.',
    signIn: 'Log in to pay.',
    notAllowed: 'This plugin may not ask for that here.',
  },
  escrow: {
    title: 'Hand this item over to {{name}}?',
    text: 'The plugin may then give it to another person who takes part, and you won’t get it back. It is not made by Witverse, and you can refuse. What it doesn’t give away comes back to you.',
    until: 'Comes back by',
    confirm: 'Hand over',
    notAsked: 'The plugin no longer asks for this item. Please try again in the plugin.',
    declined: 'You kept your item.',
    notAgain: 'This plugin cannot ask for an item again now.',
    signIn: 'Log in to hand over an item.',
  },
}
