import type { LegalDocument } from '../document'

export const document: LegalDocument = {
  title: 'Terms of Service',
  intro:
    'These terms are a contract between you and the operator of Witverse (“we”, “us”). They apply to the website, the app and everything you do there. The Terms for Items apply in addition. The Privacy Policy explains how we handle your data.',
  sections: [
    {
      id: 'agreement',
      title: '1. Acceptance of these terms',
      body: [
        'By signing up, you accept these terms. You can look around without an account; the rules of conduct apply to visitors as well.',
        'If any provision of these terms is invalid, the remaining provisions stay in effect. If the law of your country gives consumers more rights than these terms, those rights prevail.',
        'Features are introduced step by step. Provisions of these terms and of the Terms for Items about a feature apply from the time the feature is available to you.',
      ],
    },
    {
      id: 'account',
      title: '2. Your account',
      body: [
        'You sign up with your own email address and a password, and confirm the address with a code. Each person may have one account.',
        [
          'You choose your nickname once; it cannot be changed. It must not be offensive or impersonate anyone.',
          'You belong to one world. You can change your world once and choose the appearance of your avatar once.',
          'Keep your password, passkeys, recovery codes and login links to yourself. Actions taken with your account are treated as yours unless you are not responsible for them.',
          'If you think someone else is using your account, log out all sessions under “Devices”, change your password and contact in-app support.',
        ],
        'Connecting a crypto wallet only proves that an address is yours. We never ask for the keys of a crypto wallet and cannot move anything in it.',
      ],
    },
    {
      id: 'minors',
      title: '3. Minors',
      body: [
        'You must be at least 14 years old to sign up. We delete accounts of children under 14 as soon as we become aware of them.',
        'If you are a minor in your country, you need the consent of a parent or legal guardian for every payment. You or they may cancel payments made without that consent, as provided by law. Please contact in-app support.',
      ],
    },
    {
      id: 'points',
      title: '4. WIT',
      body: [
        'WIT is the point currency of Witverse. It is not money, a deposit or a financial product. It bears no interest and, except for the refunds described below, cannot be exchanged for money.',
        [
          'You can get WIT by topping up, by selling items, and through gifts, prizes and daily missions.',
          'The daily mission resets at midnight Korean time, can be completed once a day and pays WIT worth up to about 100 won.',
          'The price of WIT in US dollars and Korean won is shown before each payment and recorded on your order. It may change for later payments.',
          'When you spend WIT, the WIT you received (missions, gifts, prizes, bonuses) is used before the WIT you topped up.',
          'Your balance never falls below zero. If your card issuer reverses a payment (chargeback), your WIT wallet is frozen until the matter is resolved.',
        ],
      ],
    },
    {
      id: 'trade',
      title: '5. Trades and gifts',
      body: [
        'Members can list items for sale, buy them, make price offers and give gifts. Listings and offers last for the period you choose: 1 day, 3 days, 7 days, 1 month, 3 months, 6 months or 1 year.',
        [
          'A sale is concluded when someone buys at the listed price or when you accept an offer. It is carried out immediately and cannot be undone by one side alone.',
          'An offer does not reserve your WIT. The trade does not take place if your balance is too low when the offer is accepted.',
          'Gifts are free of fees; the minimum is 1 WIT. The recipient has 7 days (168 hours) to accept. If they decline or do not accept in time, the gift returns to you.',
          'While a gift is pending, its content cannot be sold, offered, given or placed.',
        ],
        'Trading back and forth to simulate a price, selling WIT or accounts for money outside Witverse, and fraud are prohibited.',
      ],
    },
    {
      id: 'refunds',
      title: '6. Refunds and withdrawal',
      body: [
        [
          'WIT: we refund WIT that you topped up yourself if you request it within 7 days of the payment, have not spent any of it, and your available balance is at least the amount you bought. WIT received in any other way is not refunded. WIT bought in an app store is refunded by that store under its own rules.',
          'Delivered goods: you may withdraw from the purchase within 7 days of receipt. You may return goods that are defective or not as described within 3 months of receipt.',
          'Virtual album bundles are shipped within 1 to 4 business days. Please report defects within 7 days of receipt.',
          'Events: if an event is cancelled, or postponed by 24 hours or more, tickets are refunded within one week.',
          'Digital items that you have used, opened or traded cannot be returned, to the extent the law permits this exception.',
        ],
        'Request a refund on the page of your order or through in-app support. Refunds are made to the original payment method.',
      ],
    },
    {
      id: 'events',
      title: '7. Events and blocks',
      body: [
        'Entry to an event closes when it starts or when it is full. The organizer is responsible for the event. Prizes are reserved when the event is created and paid out when it ends.',
        'Up to 20 people can talk in a space at the same time; others can listen. Do not record other people without their consent.',
      ],
    },
    {
      id: 'content',
      title: '8. Your content',
      body: [
        'What you create remains yours. For as long as it is on Witverse, you grant us a royalty-free license to store it, display it, adapt it to devices and transmit it to others, to the extent required by the features you use.',
        'You must have the rights to everything you upload. If something infringes your rights, tell us through in-app support. We remove it if the claim is well founded, and we also hear the other side.',
      ],
    },
    {
      id: 'conduct',
      title: '9. Rules of conduct',
      body: [
        'Witverse is a place for people. The following are not allowed:',
        [
          'harassment, threats, hate and discrimination;',
          'sexual content, and any sexual advances toward minors;',
          'spam, fraud and impersonation;',
          'encouraging self-harm or violence;',
          'anything that violates the law or the rights of others;',
          'bots that act on your behalf, attacks on the platform and the exploitation of bugs. If you find a bug, please report it: we are grateful.',
        ],
        'You can mute, block and report any member on their page. A member you block can no longer contact you or see your profile.',
      ],
    },
    {
      id: 'sanctions',
      title: '10. Sanctions and appeals',
      body: [
        'If someone breaks these rules, our team decides on a warning, a temporary mute, or a temporary or indefinite suspension, depending on the severity and on earlier violations. You are informed of the decision, its reason and its duration by email and in your account.',
        'You can appeal each decision once within 30 days, in your account or through the link in the email, even while suspended. A team member who did not make the decision reviews the appeal. If the appeal succeeds, the sanction is lifted immediately.',
        'While an account is suspended, its items and WIT are kept, and any right to a refund remains.',
      ],
    },
    {
      id: 'ending',
      title: '11. Termination',
      body: [
        'You can request the deletion of your account at any time under “Privacy”. It is deleted 7 days later; until then you can log in and keep it. A deleted account cannot be restored, and its items and WIT can no longer be used. Please request any refunds beforehand.',
        'We may terminate this contract with 30 days’ notice if we discontinue the service, and immediately for good cause, in particular for serious or repeated violations of section 9. If we discontinue the service, WIT that you topped up yourself and have not spent is refunded.',
      ],
    },
    {
      id: 'liability',
      title: '12. Availability and liability',
      body: [
        'We work to keep Witverse available and announce maintenance in advance where possible. We do not guarantee that the service is uninterrupted or free of errors.',
        'Our liability is unlimited for intent, for gross negligence and for injury to life, body or health. In cases of slight negligence we are liable only for the breach of an essential contractual obligation, limited to typical and foreseeable damage. We are not a party to transactions between members.',
      ],
    },
    {
      id: 'changes',
      title: '13. Changes to these terms',
      body: [
        'We announce changes to these terms in the service at least 7 days before they take effect, or at least 30 days before if they are to your disadvantage. If you do not agree, you can have your account deleted before they take effect. Earlier versions are available through in-app support.',
      ],
    },
    {
      id: 'law',
      title: '14. Governing law and contact',
      body: [
        'These terms are governed by the law of the Republic of Korea. Mandatory consumer protection rules of your country of residence continue to apply. Please contact in-app support first: most issues can be resolved there.',
      ],
    },
  ],
}
