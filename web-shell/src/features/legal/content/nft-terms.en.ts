import type { LegalDocument } from '../document'

export const document: LegalDocument = {
  title: 'Terms for Items',
  intro:
    'Witverse calls collectible digital items “items” or “NFTs”. These terms say what you have when you own one. They add to the terms of service.',
  sections: [
    {
      id: 'what',
      title: '1. What an item is',
      body: [
        'An item is a unique entry in Witverse’s own records: what it is, which number of its edition, who made it and who owns it. There are audio, block, consumable, gear, picture (PFP), photo, text and video items.',
        'Items are not kept on a public blockchain. Each entry carries its history: every step is signed by the platform and linked to the step before it, so that a later change would be noticed. You can see this history on the page of the item.',
      ],
    },
    {
      id: 'rights',
      title: '2. What you own',
      body: [
        'As the owner you may, for as long as you own the item:',
        [
          'use it in Witverse as its type allows, show it on your page and place it in your block;',
          'sell it, offer it, and give it away;',
          'show its picture outside of Witverse for yourself, without earning money with it.',
        ],
        'The copyright and the trade marks in it stay with its maker, unless the page of the item says otherwise. Ownership does not entitle you to copy it, to change it or to make goods with it.',
      ],
    },
    {
      id: 'creating',
      title: '3. Making items',
      body: [
        'When you craft items you declare that you have all rights that are needed, and you grant every later owner the rights of section 2. You cannot take them back once the item has been passed on.',
        'We withdraw items that violate the law or the rights of others from view and from trade. If the maker is to blame, owners can ask the maker for their WIT back; we help with what our records show.',
      ],
    },
    {
      id: 'membership',
      title: '4. Membership items',
      body: [
        'Some items give access: to a world, to private blocks, to feeds or to events. The world decides what its membership includes; quantity, price and the deadline for joining are shown before the purchase. Of free memberships there is one for each person.',
      ],
    },
    {
      id: 'random',
      title: '5. Random items and raffles',
      body: [
        'Where chance decides, the odds of each result are shown before you pay. The result is fixed by a sealed number before the draw, which is published afterwards: anybody can check that nothing was changed.',
      ],
    },
    {
      id: 'trade',
      title: '6. Trading',
      body: [
        'Prices are in WIT and made by the members. A trade is carried out at once: the item and the WIT change hands together or not at all. There is no fee on gifts; other fees are shown before you confirm.',
        'An item that waits in a gift, a listing or an event cannot be used for anything else meanwhile. A gift that is not accepted within 7 days returns to you.',
      ],
    },
    {
      id: 'value',
      title: '7. No investment',
      body: [
        'Items are for use and for joy. We do not promise any value, any price, or that anyone will buy them. Prices rise and fall; do not spend what you cannot spare.',
      ],
    },
    {
      id: 'physical',
      title: '8. Items with goods',
      body: [
        'Hybrid items come with physical goods. They are sent to the address that you give, within the time shown on their page; virtual album bundles within 1 to 4 business days. The withdrawal of 7 days and the 3 months for defects of the terms of service apply to the goods. If goods are returned, the item that came with them is returned as well.',
      ],
    },
    {
      id: 'refunds',
      title: '9. Refunds',
      body: [
        'An item bought from us that you have not used, opened or traded can be returned within 7 days of the purchase. Purchases from other members are final, except for defects and fraud.',
      ],
    },
    {
      id: 'wallets',
      title: '10. Wallets',
      body: [
        'You can connect up to five wallet addresses. This proves by a signed message that an address is yours. It moves nothing, costs nothing and gives us no access to the wallet.',
      ],
    },
    {
      id: 'ending',
      title: '11. Suspension, erasure, closing',
      body: [
        'While an account is suspended its items stay where they are. When an account is erased its items can no longer be used or traded; their history stays in the records without your name. If we close the service we announce it at least 30 days before and let you download pictures and histories of your items.',
      ],
    },
    {
      id: 'contact',
      title: '12. Questions',
      body: ['Write to us through the in-app support, and name the number of the item if it is about one.'],
    },
  ],
}
