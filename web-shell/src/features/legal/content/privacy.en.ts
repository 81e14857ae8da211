import type { LegalDocument } from '../document'

export const document: LegalDocument = {
  title: 'Privacy Policy',
  intro:
    'This policy explains what Witverse stores about you, why, for how long, and what choices you have. We use no trackers and no advertising, load no third-party scripts except that of the payment provider for card payments, and do not sell personal data.',
  sections: [
    {
      id: 'who',
      title: '1. Controller',
      body: [
        'The operator of this Witverse platform is the controller of your personal data. You can reach the operator and its data protection officer through in-app support.',
      ],
    },
    {
      id: 'what',
      title: '2. What we store',
      body: [
        [
          'Account: email address, nickname, picture, language and time of sign-up. Your password is stored only as an irreversible hash (Argon2id).',
          'Login: your sessions with device, network address and time; the public part of your passkeys; the secret of your authenticator app, encrypted; recovery codes as hashes.',
          'Activity log: events that concern the security of your account, with time, network address and device. You can see all of it under “Activity”.',
          'Notifications: the push subscriptions of devices on which you turned notifications on.',
          'Crypto wallets: the addresses you connect.',
          'Your world and your activities: memberships, items, WIT, orders, gifts, events, posts, comments, friends.',
          'Shipping: the addresses you enter to receive goods.',
          'Safety: people you block or mute, reports by you and about you, decisions and appeals.',
        ],
        'We never receive card numbers. You enter them with the payment provider, which tells us only whether the payment succeeded.',
      ],
    },
    {
      id: 'why',
      title: '3. Purposes and legal bases',
      body: [
        [
          'Performance of the contract: logging in, worlds, trades, gifts, events, delivery.',
          'Legitimate interests (protecting you and others): the activity log, limits on login attempts, the captcha, moderation.',
          'Legal obligations: records of payments and trades.',
          'Consent, which you can withdraw at any time: microphone and camera in a space, and the notifications you choose to receive.',
        ],
        'We make no decisions about you by automated means alone. Every sanction is decided by a person.',
      ],
    },
    {
      id: 'cookies',
      title: '4. Cookies and browser storage',
      body: [
        'We use only what the service needs:',
        [
          'a cookie that keeps you logged in for up to 30 days and cannot be read by scripts;',
          'a cookie that tells your account that you have logged in on this device before;',
          'a cookie that ties a sign-up to this browser until it is complete;',
          'a cookie with your language;',
          'in your browser’s storage: a login token valid for ten minutes, your language and theme, the state of the menu and layout, the position of the WIT history you verified last, and the draft of a gift while you top up.',
        ],
        'Your own device solves the captcha; nothing is sent to third parties. There are no third-party analytics.',
      ],
    },
    {
      id: 'sharing',
      title: '5. Who receives data',
      body: [
        [
          'Other members see your nickname, picture, sign-up date and world, and what you show or say.',
          'Payment providers receive what a payment requires; carriers receive the name, phone number and address for a delivery; the operator of the mail server transmits our emails.',
          'If you turn on notifications on a device, its browser’s push service (Google, Mozilla, Apple or Microsoft) delivers them in encrypted form and cannot read their content.',
          'We disclose data to authorities only where and to the extent the law requires it.',
          'When you use a share button, the service you choose learns which page you share. Before that it learns nothing.',
        ],
        'The server that holds your data is run by the operator of this platform or by a hosting provider under contract. If data is to be processed in another country, we inform you in advance.',
      ],
    },
    {
      id: 'retention',
      title: '6. How long we keep data',
      body: [
        [
          'Account data: until your account is deleted.',
          'Sessions: valid for up to 30 days after their last use; their records are deleted 60 days after the last use or logout. Codes sent by email: 10 minutes.',
          'Activity log: for as long as the account exists. Afterwards only entries without personal data remain, so that the chain of entries can still be verified.',
          'Reports, decisions and appeals: for as long as they are needed to recognize repeated violations. After deletion of the account they no longer carry your name.',
          'Records of payments, orders and WIT: five years, as required by law. After deletion of the account they no longer carry your name.',
          'Copies of your data that you requested: seven days.',
        ],
      ],
    },
    {
      id: 'rights',
      title: '7. Your rights',
      body: [
        [
          'Access and portability: under “Privacy” you can download everything we store about you as an archive.',
          'Rectification: in your account or through in-app support.',
          'Erasure: under “Privacy”. Your account is deleted after 7 days, during which you can change your mind.',
          'Objection, restriction and withdrawal of consent: through in-app support.',
          'Complaint to a supervisory authority: in Korea, the Personal Information Protection Commission; elsewhere, the authority of your country.',
        ],
        'We respond within 30 days, free of charge.',
      ],
    },
    {
      id: 'erasure',
      title: '8. What happens when your account is deleted',
      body: [
        'Your email address, picture, password, passkeys, authenticator, crypto wallets, devices, friends and blocks are deleted. Records that must remain, such as WIT records and the history of items, are permanently separated from you. Your nickname stays reserved, separate from your account, so that no one can impersonate you. The text of your appeals is deleted. Pending gifts are returned to their senders.',
      ],
    },
    {
      id: 'children',
      title: '9. Children',
      body: [
        'Witverse is for people aged 14 and over. If you learn that a child under 14 has an account, please tell us through in-app support, and we will delete it.',
      ],
    },
    {
      id: 'security',
      title: '10. How we protect data',
      body: [
        'Connections are encrypted. Secrets are stored as hashes or in encrypted form. Each part of the platform can access only its own data, and actions of our team are recorded in a log in which later changes can be detected. If an incident affects your data, we inform you and the competent authority without delay.',
      ],
    },
    {
      id: 'changes',
      title: '11. Changes',
      body: [
        'We announce changes in the service at least 7 days before they take effect and ask for your consent again where required.',
      ],
    },
  ],
}
