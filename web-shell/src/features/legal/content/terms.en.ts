import type { LegalDocument } from '../document'

export const document: LegalDocument = {
  title: 'Terms of Service',
  intro:
    'These terms are the agreement between you and the operator of Witverse (“we”). They apply to the web site, the app and everything that you can do there. The terms for items add to them; the privacy policy says how we treat your data.',
  sections: [
    {
      id: 'agreement',
      title: '1. The agreement',
      body: [
        'By signing up you accept these terms. Without an account you can look around; the rules of conduct apply to visitors as well.',
        'If a part of these terms should be invalid, the rest stays in force. Where the law of your country gives consumers more rights than these terms, you have those rights.',
      ],
    },
    {
      id: 'account',
      title: '2. Your account',
      body: [
        'You sign up with an email address of your own and a password, and confirm the address with a code. One person has one account.',
        [
          'Your nickname is chosen once and cannot be changed. It must not impersonate another person or offend.',
          'You join one world. The world can be changed once; the appearance of your avatar can be chosen once.',
          'Keep your password, passkeys, recovery codes and login links to yourself. What is done with your account counts as done by you, unless you are not to blame for it.',
          'If you think that someone else uses your account, end the sessions under “Devices”, change the password and tell us through the in-app support.',
        ],
        'Connecting a wallet only proves that an address is yours. We never ask for the keys of a wallet and cannot move anything in it.',
      ],
    },
    {
      id: 'minors',
      title: '3. Minors',
      body: [
        'You must be at least 14 years old to sign up. We erase accounts of younger children once we learn of them.',
        'Until you are of age in your country you need the consent of a parent or guardian for every payment. Payments made without it can be cancelled by you or by them, as the law provides; tell us through the in-app support.',
      ],
    },
    {
      id: 'points',
      title: '4. WIT',
      body: [
        'WIT is the point currency of Witverse. It is not money, not a deposit and not a financial product; it bears no interest and cannot be exchanged for money except by the refunds below.',
        [
          'You get WIT by recharging with a card, by selling items, as gifts, as prizes and by daily missions.',
          'The daily mission starts anew at midnight Korean time, can be completed once a day and pays up to about 100 won worth of WIT.',
          'The price of WIT in dollars and won is shown before each payment and written on your order. It may change for later payments.',
          'When you spend, WIT that you received (missions, gifts, prizes, bonuses) is used before WIT that you topped up.',
          'Your balance can never fall below zero. If a payment is charged back by your card issuer, your account is frozen until the matter is settled.',
        ],
      ],
    },
    {
      id: 'trade',
      title: '5. Trade and gifts',
      body: [
        'Members can offer items for sale, buy them, make price offers and give gifts. Listings and offers last as long as you choose: 1 day, 3 days, 7 days, 1 month, 3 months, 6 months or 1 year.',
        [
          'A sale is concluded when someone buys at the listed price or you accept an offer. It is carried out at once and cannot be undone by one side alone.',
          'An offer does not reserve your WIT. It fails if your balance is short when it is accepted.',
          'A gift has no fee and is at least 1 WIT. The receiver has 7 days to accept it; otherwise, or if they decline, it returns to you.',
          'While a gift waits, what is in it cannot be sold, offered, given or placed.',
        ],
        'Trading the same goods back and forth to feign a price, selling WIT or accounts for money outside of Witverse, and fraud are forbidden.',
      ],
    },
    {
      id: 'refunds',
      title: '6. Refunds and withdrawal',
      body: [
        [
          'WIT: we refund WIT that you topped up yourself within 7 days of the payment, if your balance is at least the amount that you paid for. WIT that you received otherwise is not refunded.',
          'Goods that are delivered: you may withdraw within 7 days of receipt. Defective goods, or goods that are not what was described, can be returned within 3 months of receipt.',
          'Virtual album bundles are sent within 1 to 4 business days. Please report defects within 7 days of receipt.',
          'Events: tickets are refunded within one week if the event is cancelled, or postponed by 24 hours or more.',
          'Digital items that you have already used, opened or traded cannot be returned, as far as the law allows this exception.',
        ],
        'Ask for a refund in your order or through the in-app support. We pay back by the same way in which you paid.',
      ],
    },
    {
      id: 'events',
      title: '7. Events and blocks',
      body: [
        'Entry to an event closes when it begins or when all places are taken. The organiser of an event is responsible for it; prizes are reserved when the event is created and paid when it ends.',
        'Up to 20 people can talk in one space at a time; others can listen. Please do not record others without their consent.',
      ],
    },
    {
      id: 'content',
      title: '8. What you make and say',
      body: [
        'What you make stays yours. You allow us, without payment and for as long as it is on Witverse, to store it, show it, adapt it to devices and pass it on to others as the features that you use require.',
        'You must have the rights to what you upload. Tell us through the in-app support if something infringes yours; we remove it if that is well founded and hear the other side.',
      ],
    },
    {
      id: 'conduct',
      title: '9. Conduct',
      body: [
        'Witverse is a place for people. Not allowed are:',
        [
          'harassment, threats, hate and discrimination;',
          'sexual content, and any sexual approach to minors;',
          'spam, fraud and impersonation;',
          'encouraging self-harm or violence;',
          'what is against the law or violates the rights of others;',
          'programs that act in your place, attacks on the platform, and the use of mistakes in it. Tell us about mistakes: we thank you for it.',
        ],
        'You can mute, block and report anybody on every surface. A person whom you block can no longer reach you or see you.',
      ],
    },
    {
      id: 'sanctions',
      title: '10. Measures and appeal',
      body: [
        'If someone breaks these rules, our team decides on a warning, on muting for a time, or on suspension for a time or without end, according to how grave it is and what happened before. You learn of the decision, its reason and its length by email and in your account.',
        'You can appeal each decision once within 30 days, in your account or with the link in the email, also while you are suspended. Somebody who did not make the decision answers it. If the appeal succeeds, the measure is lifted at once.',
        'While an account is suspended its items and its WIT are kept. Refund rights remain.',
      ],
    },
    {
      id: 'ending',
      title: '11. Ending',
      body: [
        'You can have your account erased at any time under “Privacy”. It is erased 7 days later; until then you can log in and keep it. Afterwards it cannot be restored: your items and your WIT can then no longer be used. Ask for refunds before.',
        'We can end the agreement with 30 days’ notice if we close the service, and at once for grave reasons, in particular grave or repeated breaches of section 9. If we close the service, WIT that you topped up yourself and have not spent is refunded.',
      ],
    },
    {
      id: 'liability',
      title: '12. Availability and liability',
      body: [
        'We work to keep Witverse available and announce maintenance beforehand where we can. We do not promise that it is always there or free of mistakes.',
        'We are liable without limit for intent and gross negligence and for injury to life, body or health. For slight negligence we are liable only where an essential duty is breached, and then for the damage that is typical and foreseeable. We are not a party to dealings between members.',
      ],
    },
    {
      id: 'changes',
      title: '13. Changes',
      body: [
        'We announce changes to these terms in the service at least 7 days before, and at least 30 days before if they are to your disadvantage. If you do not agree you can have your account erased before they take effect. Earlier versions are available through the in-app support.',
      ],
    },
    {
      id: 'law',
      title: '14. Law and contact',
      body: [
        'The law of the Republic of Korea applies; mandatory consumer rights of the country in which you live remain. Please write to us first through the in-app support: most things are settled there.',
      ],
    },
  ],
}
