// Who made an avatar, and what its licence allows: read from the file.
import { type Fact, Facts, useText } from '@witverse/sdk'
import type { AvatarVrm } from '../api/avatars'

/** The facts of a file that is being chosen, or of one that a person appears as. */
export type VrmCredit = Pick<AvatarVrm, 'title' | 'authors' | 'copyright' | 'contact' | 'licence'>

export function Licence({ credit }: { credit: VrmCredit }) {
  const t = useText('avatars')
  const { title, authors, copyright, contact, licence } = credit
  const allowed = (is: boolean) => t(is ? 'vrm.yes' : 'vrm.no')
  const facts: Fact[] = [
    [t('vrm.by'), authors.join(', ') || t('vrm.unknown')],
    [t('vrm.users'), t(`vrm.allowedUsers.${licence.allowedUsers}`)],
    [t('vrm.commercial'), t(`vrm.commercialUse.${licence.commercialUse}`)],
    [t('vrm.credit'), t(licence.creditRequired ? 'vrm.required' : 'vrm.notRequired')],
    [t('vrm.changes'), t(`vrm.modification.${licence.modification}`)],
    [t('vrm.passingOn'), allowed(licence.redistribution)],
    [t('vrm.copyright'), copyright],
    [t('vrm.contact'), contact],
    [t('vrm.name'), licence.name],
  ]
  const links = [
    { url: licence.url, text: t('vrm.link') },
    { url: licence.otherPermissionUrl, text: t('vrm.moreLink') },
  ].filter(({ url }, at, all) => url && all.findIndex((one) => one.url === url) === at)
  return (
    <div className="av-licence">
      <h3>{title || t('vrm.untitled')}</h3>
      <Facts facts={facts} />
      {links.map(({ url, text }) => (
        <a key={text} href={url ?? ''} target="_blank" rel="noopener noreferrer nofollow">
          {text}
        </a>
      ))}
    </div>
  )
}
