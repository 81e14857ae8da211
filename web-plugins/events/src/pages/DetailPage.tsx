// `/event/{id}`: an event with its facts, the countdown, people, and what the caller can do.
import {
  BackLink,
  Badge,
  Button,
  ButtonLink,
  EmptyInline,
  type EventPageSlotData,
  type Fact,
  Facts,
  Icon,
  ListView,
  Loaded,
  Notice,
  Page,
  Panel,
  PersonName,
  PluginSlot,
  ReportButton,
  saveFile,
  serverNow,
  useAction,
  useCaller,
  useLanguage,
  useText,
  useToast,
  WitAmount,
} from '@witverse/sdk'
import { Link, Navigate, useParams } from '@witverse/sdk/router'
import { useEvent, useEventActions, useParticipants } from '../api/events'
import type { EventDetail } from '../api/types'
import { useEventPath } from '../parts/base'
import { DrawPanel } from '../parts/DrawPanel'
import { EntryPanel } from '../parts/EntryPanel'
import { EventPicture, Phase } from '../parts/EventCard'
import { EventMissing } from '../parts/EventMissing'
import { calendarFile } from '../parts/ics'
import { LongCountdown } from '../parts/LongCountdown'
import { PlaceLog } from '../parts/PlaceLog'
import { RankingPanel } from '../parts/RankingPanel'
import { ReviewBar } from '../parts/ReviewBar'
import { StopEvent } from '../parts/StopEvent'
import { useDurationText } from '../parts/useDurationText'
import { useItsWorld } from '../parts/useItsWorld'
import { useNextChange } from '../parts/useNextChange'
import { When } from '../parts/When'

export default function DetailPage() {
  const t = useText('events')
  const { id = '' } = useParams()
  const event = useEvent(id)
  const itsWorld = useItsWorld(event.data)
  return (
    <Loaded query={event} title={t('title')} missing={<EventMissing />}>
      {(data) =>
        itsWorld === null ? <Detail event={data} /> : <Navigate replace to={`${itsWorld}/${id}`} />
      }
    </Loaded>
  )
}

function Detail({ event }: { event: EventDetail }) {
  const t = useText('events')
  const { language } = useLanguage()
  const base = useEventPath()
  const isBefore = event.phase === 'pre' || event.phase === 'requested'
  useNextChange(event)
  return (
    <Page title={event.title[language]} stack>
      <BackLink to={base}>{t('title')}</BackLink>
      <div className="ev-view">
        <div className="ev-main">
          <div className="wv-card-picture is-wide">
            <EventPicture event={event} size={768} />
          </div>
          <p className="ev-badges">
            <Phase event={event} />
            <Badge>{t(`types.${event.type}`)}</Badge>
            {event.isOfficial && <Badge tone="accent">{t('official')}</Badge>}
          </p>
          <h1>{event.title[language]}</h1>
          {event.organiser ? (
            <div className="ev-organiser">
              <PersonName person={event.organiser} note={t(event.isOwn ? 'organiserYou' : 'organiser')} />
              <ReportButton person={event.organiser} kind="event" id={event.eventId} />
            </div>
          ) : (
            <p className="wv-note">{t('formerMember')}</p>
          )}
          <Notices event={event} />
        </div>
        <aside className="ev-side">
          {isBefore && <LongCountdown until={event.startsAt} label={t('left.start')} />}
          {event.phase === 'in' && <LongCountdown until={event.endsAt} label={t('left.end')} />}
          <EntryPanel event={event} />
        </aside>
        <div className="ev-main">
          <p className="ev-text">{event.description[language]}</p>
          <EventFacts event={event} />
          <Tools event={event} />
        </div>
      </div>
      {event.plugin !== null && (
        <PluginSlot
          at="event.page"
          data={
            {
              eventId: event.eventId,
              worldName: event.worldName,
              installId: event.plugin.installId,
              name: event.plugin.name,
              isOrganiser: event.isOwn,
            } satisfies EventPageSlotData
          }
        />
      )}
      {event.type === 'challenge' && <RankingPanel event={event} />}
      {event.draw !== null && <DrawPanel event={event} />}
      <People event={event} />
      {event.place !== null && <PlaceLog eventId={event.eventId} isMine />}
    </Page>
  )
}

function Notices({ event }: { event: EventDetail }) {
  const t = useText('events')
  return (
    <>
      {event.postponedFrom !== null && event.phase !== 'post' && (
        <Notice icon="clock">
          {t('postponedFrom')} <When at={event.postponedFrom} />
        </Notice>
      )}
      {event.phase === 'requested' && <Notice icon="shield">{t('request.waits')}</Notice>}
      {event.reviewReason !== null && (
        <Notice icon="warning" tone="bad">
          {t('request.reason', { reason: event.reviewReason })}
        </Notice>
      )}
      {event.stopReason !== null && (
        <Notice icon="warning" tone="bad">
          {t('stop.reason', { reason: event.stopReason })}
        </Notice>
      )}
      {event.canReview && event.phase === 'requested' && <ReviewBar eventId={event.eventId} />}
    </>
  )
}

function EventFacts({ event }: { event: EventDetail }) {
  const t = useText('events')
  const { language } = useLanguage()
  const durationText = useDurationText()
  const minutes = Math.round((Date.parse(event.endsAt) - Date.parse(event.startsAt)) / 60_000)
  const facts: Fact[] = [
    [t('facts.start'), <When key="start" at={event.startsAt} />],
    [t('facts.duration'), durationText(minutes)],
    [
      t('facts.place'),
      <Link key="place" to={`/${event.worldName}/${event.blockName}`}>
        {event.blockTitle[language]} · {event.worldName}
      </Link>,
    ],
    [
      t('facts.people'),
      event.maxPeople === null ? t('facts.noLimit') : t('facts.atMost', { count: event.maxPeople }),
    ],
    [t('facts.who'), t(`eligibility.${event.eligibility}`)],
    ...(event.plugin === null ? [] : [[t('facts.activity'), event.plugin.name[language]] as const]),
    ...(event.plugin?.result ? [[t('facts.result'), event.plugin.result[language]] as const] : []),
    ...(event.noShowMinutes === null
      ? []
      : [[t('facts.noShow'), t('facts.noShowText', { count: event.noShowMinutes })] as const]),
    ...(event.laps === null
      ? []
      : [
          [t('facts.counts'), t('facts.lapsText', { laps: t('facts.laps', { count: event.laps }) })] as const,
        ]),
    ...(event.prizesHundredths.length === 0
      ? []
      : [
          [
            t('prizes'),
            <ol key="prizes">
              {event.prizesHundredths.map((prize, at) => (
                <li key={at}>
                  {t('rank', { rank: at + 1 })} <WitAmount hundredths={prize} />
                </li>
              ))}
            </ol>,
          ] as const,
        ]),
  ]
  return <Facts facts={facts} />
}

function Tools({ event }: { event: EventDetail }) {
  const t = useText('events')
  const { language } = useLanguage()
  const base = useEventPath()
  const download = () =>
    saveFile(
      new Blob(
        [
          calendarFile(
            event,
            {
              title: event.title[language],
              description: event.description[language],
              place: `${event.blockTitle[language]}, ${event.worldName}`,
              url: `${location.origin}/event/${event.eventId}`,
            },
            serverNow(),
          ),
        ],
        { type: 'text/calendar' },
      ),
      'event.ics',
    )
  return (
    <div className="wv-actions">
      <ButtonLink
        to={`/${event.worldName}/${event.blockName}`}
        variant={event.phase === 'in' ? 'primary' : 'secondary'}
      >
        {t('enter')}
      </ButtonLink>
      <Button variant="secondary" onClick={download}>
        <Icon name="download" size={18} /> {t('calendar')}
      </Button>
      <OfficialLabel event={event} />
      <StopEvent event={event} />
      {event.isHelper && (
        <ButtonLink variant="secondary" to={`${base}/console/${event.eventId}`}>
          {t('console.checkIn')}
        </ButtonLink>
      )}
      {event.isOwn && (
        <>
          <ButtonLink variant="secondary" to={`${base}/console/${event.eventId}`}>
            {t('console.open')}
          </ButtonLink>
          <ButtonLink variant="quiet" to={`${base}/edit/${event.eventId}`}>
            {t('edit.title')}
          </ButtonLink>
          <ButtonLink variant="quiet" to={`${base}/create?copy=${event.eventId}`}>
            {t('create.copy')}
          </ButtonLink>
        </>
      )}
    </div>
  )
}

/** For administrators of the platform. */
function OfficialLabel({ event }: { event: EventDetail }) {
  const t = useText('events')
  const toast = useToast()
  const { user } = useCaller()
  const { label } = useEventActions(event.eventId)
  const { pending, run } = useAction(async () => {
    await label(!event.isOfficial)
    toast(t('labelled'), 'good')
  })
  if (!user?.roles.includes('admin')) return null
  return (
    <Button variant="quiet" pending={pending} onClick={() => void run()}>
      {t(event.isOfficial ? 'removeOfficial' : 'makeOfficial')}
    </Button>
  )
}

function People({ event }: { event: EventDetail }) {
  const t = useText('events')
  const list = useParticipants(event.eventId, 'taken')
  return (
    <Panel title={t('people.title')} text={t('entry.taken', { count: event.numbers.taken })}>
      <ListView
        list={list}
        className="wv-rows ev-people"
        label={t('people.title')}
        empty={<EmptyInline text={t('people.none')} />}
        keyOf={(one) => `${one.person?.userId ?? ''}${one.joinedAt}`}
      >
        {({ person, checkedInAt }) => (
          <span className="ev-person">
            {person ? <PersonName person={person} /> : t('formerMember')}
            {checkedInAt !== null && <Badge tone="good">{t('place.checkedIn')}</Badge>}
          </span>
        )}
      </ListView>
    </Panel>
  )
}
