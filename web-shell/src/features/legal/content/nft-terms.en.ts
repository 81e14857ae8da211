import type { LegalDocument } from '../document'

export const document: LegalDocument = {
  title: 'Terms for Items',
  intro:
    'Collectible digital items in Witverse are called “items” or “NFTs”. These terms explain what it means to own one. They apply in addition to the Terms of Service.',
  sections: [
    {
      id: 'what',
      title: '1. What an item is',
      body: [
        'An item is a unique entry in Witverse’s own records. It states what the item is, its edition number, who made it and who owns it. There are audio, block, consumable, gear, picture (PFP), photo, text and video items.',
        'Items are not stored on a public blockchain. Instead, every step of an item’s history is signed by the platform and linked to the previous step, so that later changes can be detected. You can view this history on the item’s page.',
      ],
    },
    {
      id: 'rights',
      title: '2. Your rights as an owner',
      body: [
        'For as long as you own an item, you may:',
        [
          'use it in Witverse as its type allows, show it on your page and place it in your block;',
          'sell it, accept offers for it and give it away;',
          'show its picture outside Witverse for non-commercial purposes.',
        ],
        'Copyright and trademarks remain with the maker unless the item’s page says otherwise. Owning an item does not entitle you to copy it, modify it or make merchandise from it.',
      ],
    },
    {
      id: 'creating',
      title: '3. Making items',
      body: [
        'By making items, you warrant that you hold all necessary rights, and you grant every later owner the rights in section 2. This grant cannot be withdrawn once an item has passed to another member.',
        'We remove items that violate the law or the rights of others from view and from trade. If the maker is responsible, owners may claim their WIT back from the maker; we support such claims with our records.',
      ],
    },
    {
      id: 'membership',
      title: '4. Membership items',
      body: [
        'Some items give access to a world, to private blocks, to feeds or to events. The world decides what its membership includes. Quantity, price and the deadline for joining are shown before purchase. Free memberships are limited to one per person.',
      ],
    },
    {
      id: 'random',
      title: '5. Random items and raffles',
      body: [
        'Where the outcome depends on chance, the odds of each outcome are shown before you pay. The outcome is determined by a number that is sealed before the draw and published afterwards, so that anyone can verify that it was not changed.',
      ],
    },
    {
      id: 'trade',
      title: '6. Trading',
      body: [
        'Members set their prices in WIT. A trade is carried out immediately: the item and the WIT change hands together or not at all. Gifts are free of fees; any other fees are shown before you confirm.',
        'While an item is part of a gift, a listing or an event, it cannot be used for anything else. A gift that is not accepted within 7 days (168 hours) returns to the sender.',
      ],
    },
    {
      id: 'value',
      title: '7. Not an investment',
      body: [
        'Items are meant to be used and enjoyed. We do not guarantee any value or price, or that there will be a buyer. Prices rise and fall: spend only what you can afford.',
      ],
    },
    {
      id: 'physical',
      title: '8. Items with physical goods',
      body: [
        'Hybrid items come with physical goods. The goods are shipped to the address you provide within the time shown on the item’s page; virtual album bundles are shipped within 1 to 4 business days. The 7-day right of withdrawal and the 3-month period for defects in the Terms of Service apply to the goods. If you return the goods, the item that came with them is returned as well.',
      ],
    },
    {
      id: 'refunds',
      title: '9. Refunds',
      body: [
        'You can return an item that you bought from us within 7 days of purchase if you have not used, opened or traded it. Purchases from other members are final, except in cases of defects or fraud.',
      ],
    },
    {
      id: 'wallets',
      title: '10. Crypto wallets',
      body: [
        'You can connect up to five crypto wallet addresses. A signed message proves that an address is yours. This moves nothing, costs nothing and gives us no access to the wallet.',
      ],
    },
    {
      id: 'ending',
      title: '11. Suspension, account deletion and end of service',
      body: [
        'While an account is suspended, its items remain in place. When an account is deleted, its items pass to the platform and can no longer be used or traded; their history stays in the records without your name. If we discontinue the service, we announce this at least 30 days in advance and let you download the pictures and histories of your items.',
      ],
    },
    {
      id: 'contact',
      title: '12. Questions',
      body: [
        'Please contact in-app support. If your question is about a particular item, include its number.',
      ],
    },
  ],
}
