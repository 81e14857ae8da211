import type { LegalDocument } from '../document'

export const document: LegalDocument = {
  title: 'Privacy Policy',
  intro:
    'This is what Witverse stores about you, why, for how long, and what you can do about it. We load no trackers, no advertising and no scripts of others, and we do not sell data.',
  sections: [
    {
      id: 'who',
      title: '1. Who is responsible',
      body: [
        'The operator of this Witverse platform is responsible for your data. You can reach us and our data protection officer through the in-app support.',
      ],
    },
    {
      id: 'what',
      title: '2. What we store',
      body: [
        [
          'Account: email address, nickname, picture, language, when you signed up. Your password only as a hash (Argon2id), from which it cannot be read back.',
          'Sign-in: your sessions with device, network address and time; the public part of your passkeys; the secret of your authenticator app, encrypted; recovery codes as hashes.',
          'Activity log: what concerns the security of your account, with time, network address and device. You see all of it under “Activity”.',
          'Wallets: the addresses that you connect.',
          'Your world and what you do there: memberships, items, WIT, orders, gifts, events, posts, comments, friends.',
          'Shipping: the addresses that you give for goods.',
          'Safety: whom you block or mute, reports that you make or that are made about you, decisions and appeals.',
        ],
        'Card numbers never reach us: you enter them with the payment provider, who tells us only whether the payment succeeded.',
      ],
    },
    {
      id: 'why',
      title: '3. Why, and on what basis',
      body: [
        [
          'To do what you have an account for (performance of the agreement): signing in, worlds, trade, gifts, events, delivery.',
          'To protect you and others (legitimate interest): the activity log, limits on sign-in attempts, the captcha, moderation.',
          'Because the law demands it: records of payments and trade.',
          'With your consent, which you can withdraw: the microphone and the camera in a space, and messages that you choose to receive.',
        ],
        'We make no decisions about you by automatic means alone: a person decides on every sanction.',
      ],
    },
    {
      id: 'cookies',
      title: '4. Cookies and what your browser keeps',
      body: [
        'Only what the service needs:',
        [
          'a cookie that keeps you logged in for up to 30 days and that no script can read;',
          'a cookie that tells your account that you have logged in on this device before;',
          'a cookie with your language;',
          'in the storage of your browser: a sign-in token of ten minutes, language, theme, and whether the menu is open.',
        ],
        'The captcha is solved by your own device; nothing is sent to anybody else. There is no analytics of others.',
      ],
    },
    {
      id: 'sharing',
      title: '5. Who else gets data',
      body: [
        [
          'Other members see your nickname, your picture, since when you are here, your world, and what you show or say.',
          'Payment providers get what a payment needs; carriers get name, phone and address for a parcel; the operator of the mail server carries our mails.',
          'Authorities, where the law obliges us and only as far as it does.',
          'When you press a share button, the service that you chose learns the page that you share. Before that it learns nothing.',
        ],
        'The server on which your data lies is run by the operator of this platform or by a host under contract. If data should be handled in another country, we tell you before.',
      ],
    },
    {
      id: 'retention',
      title: '6. How long',
      body: [
        [
          'Account data: until you have the account erased.',
          'Sessions: until they end, at most 30 days after they were last used. Codes and links from mails: minutes.',
          'Activity log: as long as the account. Afterwards only entries without personal data remain, so that the seals still fit.',
          'Reports, decisions and appeals: as long as they are needed to recognise repeated cases. After erasure they no longer carry your name.',
          'Records of payments, orders and WIT: five years, as commercial law demands. After erasure they no longer carry your name.',
          'Archives of your data that you asked for: seven days.',
        ],
      ],
    },
    {
      id: 'rights',
      title: '7. What you can do',
      body: [
        [
          'See and take with you: under “Privacy” you get everything that we store about you as an archive.',
          'Correct: in your account, or through the in-app support.',
          'Erase: under “Privacy”. Your account is erased after 7 days in which you can change your mind.',
          'Object, restrict, withdraw consent: through the in-app support.',
          'Complain to the data protection authority of your country; in Korea, to the Personal Information Protection Commission.',
        ],
        'We answer within 30 days, and free of charge.',
      ],
    },
    {
      id: 'erasure',
      title: '8. What erasure does',
      body: [
        'Email address, picture, password, passkeys, authenticator, wallets, devices, friends and blocks are deleted. What has to stay, such as entries in the records of WIT and the history of items, is separated from you for good. Your nickname stays taken, kept apart from your account, so that no one can pretend to be you. What you wrote in appeals is deleted. Open gifts are returned.',
      ],
    },
    {
      id: 'children',
      title: '9. Children',
      body: [
        'Witverse is for people of 14 and older. If you learn that a younger child has an account, tell us through the in-app support; we erase it.',
      ],
    },
    {
      id: 'security',
      title: '10. How we protect data',
      body: [
        'Connections are encrypted. Secrets are stored as hashes or encrypted. Each part of the platform can reach only its own data, and what our team does is written to a log whose entries are sealed one upon the other. Should your data ever be affected by an incident, we tell you and the authority without delay.',
      ],
    },
    {
      id: 'changes',
      title: '11. Changes',
      body: [
        'We announce changes in the service at least 7 days before they take effect, and ask for your consent again where it is needed.',
      ],
    },
  ],
}
