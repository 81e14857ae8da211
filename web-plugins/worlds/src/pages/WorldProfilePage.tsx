// `/{worldName}/profile`: who is in a world, what it is, and its memberships.
import {
  EmptyInline,
  formatMoment,
  ListView,
  Page,
  PageHead,
  Panel,
  Row,
  useLanguage,
  useText,
  WitAmount,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useMembers, useMemberships } from '../api/inside'
import type { WorldView } from '../api/types'
import { MemberRow } from '../manage/MembersPanel'
import { WorldAbout } from '../world/WorldAbout'
import { WorldGate } from '../world/WorldGate'
import { describeWorld } from '../world/welcome'

export default function WorldProfilePage() {
  return <WorldGate>{(world) => <Profile world={world} />}</WorldGate>
}

function Profile({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const { language } = useLanguage()
  return (
    <Page title={`${t('profile.title')} · ${world.worldName}`} className="w-manage">
      <PageHead
        title={<Link to={`/${world.worldName}`}>{world.worldName}</Link>}
        text={describeWorld(world, language, t)}
      />
      <div className="w-profile">
        <div className="w-panels">
          <Members world={world} />
        </div>
        <div className="w-panels">
          <WorldAbout world={world} />
          <Memberships world={world} />
        </div>
      </div>
    </Page>
  )
}

function Members({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const members = useMembers(world.worldId)
  return (
    <Panel title={t('manage.members')} text={t('world.members', { count: world.memberCount })}>
      <ListView
        list={members}
        label={t('manage.members')}
        empty={<EmptyInline text={t('manage.noMembers')} />}
        keyOf={({ userId }) => userId}
      >
        {(member) => <MemberRow world={{ ...world, isOwner: false }} member={member} />}
      </ListView>
    </Panel>
  )
}

function Memberships({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const { language } = useLanguage()
  const list = useMemberships(world.worldId)
  return (
    <Panel title={t('memberships.title')}>
      <ListView
        list={list}
        label={t('memberships.title')}
        empty={<EmptyInline text={t('membership.none')} />}
        keyOf={({ collectionId }) => collectionId}
      >
        {(membership) => (
          <Row
            title={<Link to={`/collection/${membership.collectionId}`}>{membership.name[language]}</Link>}
            notes={[
              t('membership.soldOf', { sold: membership.sold, total: membership.quantity }),
              membership.deadline && t('membership.until', { at: formatMoment(membership.deadline) }),
            ]}
          >
            {membership.isFree ? (
              <b>{t('membership.free')}</b>
            ) : (
              <WitAmount hundredths={membership.price * 100} />
            )}
          </Row>
        )}
      </ListView>
    </Panel>
  )
}
