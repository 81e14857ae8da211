// `/event/console/{id}`: the organiser's console of the day: check-in, helpers, applications, postponing, cancelling and ending.
// Helpers at the door have the check-in only.
import {
  BackLink,
  Badge,
  Button,
  Confirm,
  describeError,
  EmptyInline,
  Figures,
  FilterInput,
  ListView,
  Loaded,
  MemberGate,
  Notice,
  Page,
  PageHead,
  Panel,
  PersonName,
  RowSkeletons,
  Segments,
  TextInput,
  useAction,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import {
  Form,
  FormDialog,
  FormField,
  messageKeys,
  momentText,
  requiredText,
  SubmitButton,
  useZodForm,
  z,
} from '@witverse/sdk/forms'
import { DateTimeInput, toKst } from '@witverse/sdk/pickers'
import { Navigate, useParams } from '@witverse/sdk/router'
import { lazy, Suspense, useState } from 'react'
import { useEvent, useEventActions, useParticipants } from '../api/events'
import type { EventDetail, Participant } from '../api/types'
import { useEventPath } from '../parts/base'
import { Phase } from '../parts/EventCard'
import { EventMissing } from '../parts/EventMissing'
import { HelpersPanel } from '../parts/HelpersPanel'
import { PlaceLog } from '../parts/PlaceLog'
import { hasScanner } from '../parts/scanner-support'
import { useFurtherPages } from '../parts/useFurtherPages'
import { useItsWorld } from '../parts/useItsWorld'
import { useNextChange } from '../parts/useNextChange'
import { When } from '../parts/When'

const Scanner = lazy(() => import('../parts/Scanner'))

export default function ConsolePage() {
  const t = useText('events')
  return (
    <MemberGate title={t('console.title')} visitor={{ title: t('visitor.title'), text: t('visitor.text') }}>
      <OneEvent />
    </MemberGate>
  )
}

function OneEvent() {
  const t = useText('events')
  const { id = '' } = useParams()
  const event = useEvent(id)
  const itsWorld = useItsWorld(event.data)
  return (
    <Loaded query={event} title={t('console.title')} missing={<EventMissing />}>
      {(data) => {
        if (!data.isOwn && !data.isHelper) return <NotOwn title={t('console.title')} />
        if (itsWorld !== null) return <Navigate replace to={`${itsWorld}/console/${id}`} />
        return data.isOwn ? <Console event={data} /> : <Door event={data} />
      }}
    </Loaded>
  )
}

function NotOwn({ title }: { title: string }) {
  const t = useText('events')
  return (
    <Page title={title} className="wv-alone">
      <h1>{title}</h1>
      <Notice icon="lock">{t('edit.notOwn')}</Notice>
    </Page>
  )
}

const FIGURES = ['taken', 'checkedIn', 'applied', 'waiting'] as const

function Console({ event }: { event: EventDetail }) {
  const t = useText('events')
  const { language } = useLanguage()
  const base = useEventPath()
  useNextChange(event)
  return (
    <Page title={t('console.title')} stack>
      <BackLink to={`${base}/${event.eventId}`}>{event.title[language]}</BackLink>
      <PageHead title={t('console.title')}>
        <p className="ev-badges">
          <Phase event={event} /> <When at={event.startsAt} />
        </p>
      </PageHead>
      <Figures figures={FIGURES.map((name) => [t(`console.${name}`), event.numbers[name]])} />
      <div className="ev-console">
        <CheckIn event={event} />
        <Course event={event} />
      </div>
      <HelpersPanel event={event} />
      <People event={event} />
      <PlaceLog eventId={event.eventId} isMine={false} />
    </Page>
  )
}

/** What a helper sees. */
function Door({ event }: { event: EventDetail }) {
  const t = useText('events')
  const { language } = useLanguage()
  const base = useEventPath()
  useNextChange(event)
  return (
    <Page title={t('console.checkIn')} stack>
      <BackLink to={`${base}/${event.eventId}`}>{event.title[language]}</BackLink>
      <PageHead title={t('console.checkIn')}>
        <p className="ev-badges">
          <Phase event={event} /> <When at={event.startsAt} />
        </p>
      </PageHead>
      <CheckIn event={event} />
    </Page>
  )
}

const REQUIRED = requiredText(messageKeys<'events'>()('required'))
const CODE = z.object({ code: REQUIRED })

function CheckIn({ event }: { event: EventDetail }) {
  const t = useText('events')
  const toast = useToast()
  const { checkIn } = useEventActions(event.eventId)
  const { language } = useLanguage()
  const [isScanning, setScanning] = useState(false)
  async function admit(given: string) {
    const { person } = await checkIn({ code: given })
    toast(t('console.welcome', { name: person?.nickname ?? t('formerMember') }), 'good')
  }
  const form = useZodForm({
    texts: 'events',
    schema: CODE,
    initial: { code: '' },
    submit: async ({ code }) => {
      await admit(code)
      form.reset()
    },
    placeError: ({ language: text }) => (text ? { field: 'code', text } : null),
  })
  async function scan(found: string): Promise<boolean> {
    try {
      await admit(found)
      return true
    } catch (error) {
      toast(describeError(error, language), 'bad')
      return false
    }
  }
  return (
    <Panel title={t('console.checkIn')} text={t('console.checkInText')}>
      <Form form={form}>
        <FormField form={form} name="code">
          {(field) => (
            <TextInput
              {...field}
              label={t('console.code')}
              error={field.error ?? form.error}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={20}
            />
          )}
        </FormField>
        <div className="wv-actions">
          <SubmitButton form={form}>{t('console.letIn')}</SubmitButton>
          {hasScanner() && (
            <Button variant="secondary" onClick={() => setScanning(!isScanning)}>
              {t(isScanning ? 'console.stopScan' : 'console.scan')}
            </Button>
          )}
        </div>
      </Form>
      {isScanning && (
        <Suspense fallback={null}>
          <Scanner onCode={scan} />
        </Suspense>
      )}
    </Panel>
  )
}

function Course({ event }: { event: EventDetail }) {
  const t = useText('events')
  const actions = useEventActions(event.eventId)
  const [dialog, setDialog] = useState<'end' | 'cancel' | 'postpone' | null>(null)
  const close = () => setDialog(null)
  const isBefore = event.phase === 'pre' || event.phase === 'requested'
  if (!isBefore && event.phase !== 'in')
    return <Notice icon="check">{t(`console.over.${event.phase === 'post' ? 'post' : 'cancelled'}`)}</Notice>
  return (
    <Panel title={t('console.course')} text={t('console.courseText')}>
      <div className="wv-actions">
        {event.phase === 'in' && (
          <Button variant="secondary" onClick={() => setDialog('end')}>
            {t('console.end')}
          </Button>
        )}
        {isBefore && (
          <Button variant="secondary" onClick={() => setDialog('postpone')}>
            {t('console.postpone')}
          </Button>
        )}
        <Button variant="quiet" onClick={() => setDialog('cancel')}>
          {t('console.cancel')}
        </Button>
      </div>
      {dialog === 'end' && (
        <Confirm
          title={t('console.end')}
          text={t('console.endText')}
          action={t('console.end')}
          tone="danger"
          onConfirm={actions.end}
          onClose={close}
        />
      )}
      {dialog === 'cancel' && (
        <Confirm
          title={t('console.cancel')}
          text={t('console.cancelText')}
          action={t('console.cancel')}
          tone="danger"
          onConfirm={actions.cancel}
          onClose={close}
        />
      )}
      {dialog === 'postpone' && <PostponeDialog event={event} onClose={close} />}
    </Panel>
  )
}

const LATER = z.object({ later: momentText(messageKeys<'events'>()('required')) })

function PostponeDialog({ event, onClose }: { event: EventDetail; onClose: () => void }) {
  const t = useText('events')
  const { postpone } = useEventActions(event.eventId)
  const form = useZodForm({
    texts: 'events',
    schema: LATER,
    initial: { later: '' },
    submit: async ({ later }) => {
      await postpone(later)
      onClose()
    },
    placeField: ({ field }) => (field === 'startsAt' ? { field: 'later' } : null),
  })
  return (
    <FormDialog
      form={form}
      title={t('console.postpone')}
      text={t('console.postponeText')}
      action={t('console.postpone')}
      onClose={onClose}
    >
      <FormField form={form} name="later">
        {(field) => (
          <DateTimeInput {...field} label={t('console.newStart')} earliest={toKst(event.startsAt)?.date} />
        )}
      </FormField>
    </FormDialog>
  )
}

const STATES = ['taken', 'applied', 'waiting', 'offered'] as const

function People({ event }: { event: EventDetail }) {
  const t = useText('events')
  const [state, setState] = useState<(typeof STATES)[number]>('taken')
  const [q, setQ] = useState('')
  const list = useParticipants(event.eventId, state, q)
  // A page of a search can be empty although later ones are not: the server looks at some hundred places for each.
  const isSearching = useFurtherPages(list, list.items.length === 0)
  return (
    <Panel
      title={t('people.title')}
      action={
        <Segments
          label={t('people.state')}
          name="state"
          value={state}
          onValue={(value) => setState(STATES.find((one) => one === value) ?? 'taken')}
          options={STATES.map((value) => ({ value, text: t(`console.${value}`) }))}
        />
      }
    >
      <FilterInput name="q" label={t('people.search')} value={q} onValue={setQ} />
      <ListView
        list={list}
        className="wv-rows ev-people"
        label={t('people.title')}
        empty={
          isSearching ? (
            <RowSkeletons />
          ) : (
            <EmptyInline text={t(q === '' ? 'people.none' : 'people.noMatch', { q })} />
          )
        }
        keyOf={(one) => one.placeId ?? one.joinedAt}
      >
        {(one) => <PersonRow event={event} one={one} />}
      </ListView>
    </Panel>
  )
}

function PersonRow({ event, one }: { event: EventDetail; one: Participant }) {
  const t = useText('events')
  const { language } = useLanguage()
  const { decide } = useEventActions(event.eventId)
  const { pending, run } = useAction((yes: boolean) => decide(one.placeId ?? '', yes))
  const ticket = event.tickets.find(({ ticketId }) => ticketId === one.ticketId)
  return (
    <div className="ev-person">
      {one.person ? <PersonName person={one.person} /> : <span>{t('formerMember')}</span>}
      <span className="ev-badges">
        {ticket && <Badge>{ticket.name[language]}</Badge>}
        {one.checkedInAt !== null && <Badge tone="good">{t('place.checkedIn')}</Badge>}
      </span>
      {one.state === 'taken' && one.checkedInAt === null && isOpen(event) && (
        <ByHand event={event} one={one} />
      )}
      {one.answer && <blockquote>{one.answer}</blockquote>}
      {one.state === 'applied' && event.entry === 'approval' && (
        <span className="wv-actions">
          <Button size="small" pending={pending} onClick={() => void run(true)}>
            {t('request.approve')}
          </Button>
          <Button size="small" variant="secondary" disabled={pending} onClick={() => void run(false)}>
            {t('request.reject')}
          </Button>
        </span>
      )}
    </div>
  )
}

/** Whether people can be let in; the server refuses those who come more than an hour before the start. */
const isOpen = ({ phase }: EventDetail) => phase === 'pre' || phase === 'in'

/** Lets a person in who cannot show a code. */
function ByHand({ event, one }: { event: EventDetail; one: Participant }) {
  const t = useText('events')
  const toast = useToast()
  const { checkIn } = useEventActions(event.eventId)
  const [isAsking, setAsking] = useState(false)
  const name = one.person?.nickname ?? t('formerMember')
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={`${t('console.byHand')}: ${name}`}
        onClick={() => setAsking(true)}
      >
        {t('console.byHand')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('console.byHandOf', { name })}
          text={t('console.byHandText')}
          action={t('console.byHand')}
          onConfirm={async () => {
            await checkIn({ placeId: one.placeId ?? '' })
            toast(t('console.welcome', { name }), 'good')
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
