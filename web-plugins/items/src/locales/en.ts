// The texts about items in English.
export const en = {
  title: 'My items',
  lead: 'Items you made, bought or received.',
  item: 'Item',
  someone: 'Former member',
  visitor: { title: 'Log in to see your items', text: 'Items you make, buy and receive are kept here.' },
  types: {
    audio: 'Sound',
    block: 'Block',
    consumable: 'Consumable',
    gear: 'Gear',
    pfp: 'Profile picture',
    photo: 'Photo',
    text: 'Text',
    video: 'Video',
  },
  filters: {
    type: 'Type',
    everyType: 'All types',
    state: 'Status',
    all: 'All',
    free: 'Available',
    locked: 'In use',
  },
  noMatch: 'No matching items.',
  showAll: 'Show all',
  none: {
    title: 'No items yet',
    text: 'You can get items from friends and the market, or make your own.',
    action: 'Send a gift',
  },
  used: 'Used',
  give: 'Send as a gift',
  giveThis: 'Send as a gift: {{item}}',
  share: 'Share',
  owner: 'Owner',
  yours: 'Owner: you',
  nobodys: 'Owner: Witverse',
  locks: {
    gift: 'Waiting to be accepted as a gift',
    giftTo: 'Waiting for {{name}} to accept it',
    listing: 'For sale on the market',
    placed: 'Placed in a world',
    other: 'In use',
    until: 'until it comes back',
  },
  facts: { collection: 'Collection', madeAt: 'Created', edition: 'Edition' },
  missing: {
    title: 'Item not found',
    text: 'The address may be wrong. Check your own items.',
    action: 'My items',
  },
  gallery: {
    title: "{{name}}'s items",
    none: "{{name}} doesn't have any items yet.",
    noneSelf: "You don't have any items yet. Visitors will see them here.",
  },
  provenance: {
    title: 'Ownership history',
    text: 'Each change of owner is sealed together with the one before it and signed by the platform. Your browser checks it.',
    seal: 'Seal #{{seq}}',
    signed: 'Signed content',
  },
  links: {
    made: 'Created',
    madeBefore: 'Created for ',
    madeAfter: '',
    givenBetween: ' gave it to ',
    givenAfter: '',
    soldBetween: ' sold it to ',
    soldAfter: '',
    returnedBefore: 'Returned to the platform from ',
    returnedAfter: '',
  },
  verdict: {
    verified_one: 'Genuine: {{count}} record verified',
    verified: 'Genuine: {{count}} records verified',
    signed: 'Nothing is missing or changed, and every signature is valid.',
    unsigned:
      "Nothing is missing or changed. This browser doesn't support Ed25519, so the signatures weren't checked.",
    broken: 'Verification failed at #{{seq}}',
    brokenText: "Please don't rely on this history. Contact support with this number.",
    impossible: 'This needs a secure connection (https).',
  },
  faults: {
    order: 'A record is missing or out of order.',
    previous: "It doesn't connect to the record before it.",
    hash: "The seal doesn't match the signed content.",
    statement: 'What you see differs from what was signed.',
    key: "It was signed with a key the platform hasn't published.",
    signature: 'The signature is not valid.',
  },
}

declare global {
  interface WitverseTexts {
    items: typeof en
  }
}
