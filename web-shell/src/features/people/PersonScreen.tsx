// `/user/{id}`: the public page of a person, with actions.
import '../../styles/parts.css'
import './people.css'
import {
  Avatar,
  Badge,
  Button,
  ButtonLink,
  Confirm,
  formatDate,
  hueOf,
  hueStyle,
  Icon,
  Loaded,
  Page,
  type ProfileSlotData,
  Skeleton,
  useAction,
  useApi,
  useCaller,
  useModal,
  useText,
  useToast,
} from '@witverse/sdk'
import { Link, useParams } from '@witverse/sdk/router'
import { useState } from 'react'
import { ASIDE, ignoreClose, Slot } from '../../lib/Slot'
import { NotFoundScreen } from '../../screens/NotFoundScreen'
import { setBlocked, setMuted, useRefreshSafety } from '../safety/api'
import { type PublicPerson, usePerson } from './api'

export function PersonScreen() {
  const t = useText('shell-people')
  const { id = '' } = useParams()
  return (
    <Loaded query={usePerson(id)} title={t('profile')} waiting={<Waiting />} missing={<NotFoundScreen />}>
      {(data) => <Profile data={data} />}
    </Loaded>
  )
}

function Profile({ data }: { data: PublicPerson }) {
  const t = useText('shell-people')
  const name = data.nickname ?? t('nameless')
  return (
    <Page title={name} width="narrow">
      <article className="pp-card wv-hue" style={hueStyle(hueOf(data.worldName ?? name))}>
        <div className="pp-sky" aria-hidden="true" />
        <Avatar name={name} image={data.profileImage} size={96} />
        <h1>{name}</h1>
        <p className="pp-facts">
          <span>
            <Icon name="clock" size={16} /> {t('since', { date: formatDate(data.joinedAt) })}
          </span>
          {data.worldName && (
            <span>
              <Icon name="home" size={16} />
              <Link className="sh-link" to={`/${data.worldName}`}>
                {t('livesIn', { world: data.worldName })}
              </Link>
            </span>
          )}
        </p>
        {(data.relation.blocked || data.relation.muted) && (
          <p className="pp-marks">
            {data.relation.blocked && <Badge tone="bad">{t('youBlocked')}</Badge>}
            {data.relation.muted && <Badge>{t('youMuted')}</Badge>}
          </p>
        )}
        <PersonActions person={data} name={name} />
      </article>
      <PersonSlot at="profile.gallery" person={data} />
    </Page>
  )
}

function PersonActions({ person, name }: { person: PublicPerson; name: string }) {
  const t = useText('shell-people')
  const modal = useModal()
  const share = (
    <Button
      variant="secondary"
      onClick={() => modal.open('share', { userId: person.id, path: `/user/${person.id}` })}
    >
      <Icon name="share" size={18} /> {t('share.open')}
    </Button>
  )
  if (person.relation.self) {
    return (
      <div className="pp-actions">
        {share}
        <ButtonLink variant="secondary" to="/profile">
          {t('edit')}
        </ButtonLink>
      </div>
    )
  }
  return (
    <>
      <div className="pp-actions">
        <PersonSlot at="profile.actions" person={person} />
        {share}
      </div>
      <SafetyActions person={person} name={name} />
    </>
  )
}

/** Slots of plugins. They need a nickname. */
function PersonSlot({ at, person }: { at: string; person: PublicPerson }) {
  const { id, nickname, profileImage: image = null, relation } = person
  if (!nickname) return null
  const data: ProfileSlotData = {
    userId: id,
    nickname,
    image,
    self: relation.self,
    blocked: relation.blocked,
  }
  return <Slot at={at} data={data} close={ignoreClose} frames={ASIDE} />
}

function SafetyActions({ person, name }: { person: PublicPerson; name: string }) {
  const t = useText('shell-people')
  const api = useApi()
  const modal = useModal()
  const toast = useToast()
  const { status } = useCaller()
  const refresh = useRefreshSafety()
  const [blocking, setBlocking] = useState(false)
  const { blocked, muted } = person.relation
  const signedIn = (then: () => void) => () => (status === 'member' ? then() : modal.open('sign-in'))

  const mute = useAction(async () => {
    await setMuted(api, person.id, !muted)
    toast(t(muted ? 'unmuted' : 'muted', { name }), 'good')
    await refresh()
  })
  const unblock = useAction(async () => {
    await setBlocked(api, person.id, false)
    toast(t('unblocked', { name }), 'good')
    await refresh()
  })

  return (
    <div className="pp-safety">
      <Button variant="quiet" size="small" pending={mute.pending} onClick={signedIn(() => void mute.run())}>
        <Icon name="mute" size={16} /> {t(muted ? 'unmute' : 'mute')}
      </Button>
      <Button
        variant="quiet"
        size="small"
        pending={unblock.pending}
        onClick={signedIn(() => (blocked ? void unblock.run() : setBlocking(true)))}
      >
        <Icon name="ban" size={16} /> {t(blocked ? 'unblock' : 'block')}
      </Button>
      <Button
        variant="quiet"
        size="small"
        className="is-bad"
        onClick={signedIn(() => modal.open('report', { userId: person.id, name }))}
      >
        <Icon name="flag" size={16} /> {t('report.open')}
      </Button>
      {blocking && (
        <Confirm
          title={t('blockTitle', { name })}
          text={t('blockText')}
          action={t('block')}
          tone="danger"
          onClose={() => setBlocking(false)}
          onConfirm={async () => {
            await setBlocked(api, person.id, true)
            toast(t('blocked', { name }), 'good')
            await refresh()
          }}
        />
      )}
    </div>
  )
}

function Waiting() {
  const t = useText('shell-people')
  return (
    <div className="wv-page is-narrow" role="status" aria-label={t('loading')}>
      <div className="pp-card is-waiting">
        <Skeleton style={{ width: 96, height: 96, borderRadius: '50%' }} />
        <Skeleton style={{ width: 180, height: 34 }} />
        <Skeleton style={{ width: 240, height: 18 }} />
      </div>
    </div>
  )
}
