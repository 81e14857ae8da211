// What the caller can do about a place: apply, buy a ticket, wait, accept an offer, give it back, transfer it; and their code.
import {
  Badge,
  Button,
  ButtonLink,
  Confirm,
  Notice,
  Panel,
  TextArea,
  TimeLeft,
  useAction,
  useCaller,
  useLanguage,
  useNotEnoughWit,
  useText,
  useToast,
  WitAmount,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { lazy, Suspense, useState } from 'react'
import { useEventActions } from '../api/events'
import type { EventDetail, Place, Ticket } from '../api/types'
import { TransferDialog } from './TransferDialog'

export function EntryPanel({ event }: { event: EventDetail }) {
  const t = useText('events')
  const { status } = useCaller()
  const { place } = event
  const isMine = place !== null && place.state !== 'freed'
  // A paid place that was freed because its holder did not come, before the event was postponed.
  const isOwed = place?.state === 'freed' && place.isRefundable
  return (
    <Panel title={t('entry.title')} text={t(`entry.how.${event.entry}`)} className="ev-entry">
      <Left event={event} />
      {place?.state === 'freed' && place.rank !== null && (
        <p className="wv-note">
          {t(place.rank > (event.maxPeople ?? 0) ? 'entry.notDrawn' : 'entry.drawnButFreed')}
        </p>
      )}
      {place?.state === 'waiting' && place.rank !== null && (
        <p className="wv-note">{t('entry.drawWaiting')}</p>
      )}
      {isOwed && <PlaceActions event={event} place={place} ticket={undefined} />}
      {isMine ? (
        <OwnPlace event={event} place={place} />
      ) : event.isEntryOpen ? (
        status === 'member' ? (
          <Apply event={event} />
        ) : (
          <ButtonLink to="/login" size="large">
            {t('entry.logIn')}
          </ButtonLink>
        )
      ) : (
        <Notice icon="clock">{t(closedText(event))}</Notice>
      )}
    </Panel>
  )
}

const closedText = ({ phase }: EventDetail) =>
  phase === 'requested'
    ? ('closed.requested' as const)
    : phase === 'post'
      ? ('closed.post' as const)
      : phase === 'pre' || phase === 'in'
        ? ('closed.entry' as const)
        : ('closed.cancelled' as const)

function Left({ event }: { event: EventDetail }) {
  const t = useText('events')
  const { taken, waiting, applied, left } = event.numbers
  return (
    <p className="ev-left">
      <b>{t('entry.taken', { count: taken })}</b>
      {left !== null && <span>{t('entry.left', { count: left })}</span>}
      {applied > 0 && <span>{t('entry.applied', { count: applied })}</span>}
      {waiting > 0 && <span>{t('entry.waiting', { count: waiting })}</span>}
    </p>
  )
}

function Apply({ event }: { event: EventDetail }) {
  const t = useText('events')
  const { language } = useLanguage()
  const actions = useEventActions(event.eventId)
  const [answer, setAnswer] = useState('')
  const apply = useAction(() => (event.entry === 'draw' ? actions.enterDraw(answer) : actions.apply(answer)))
  const wait = useAction(() => actions.wait(null, answer))
  const isFull = event.entry === 'first' && event.numbers.left === 0
  const needsAnswer = event.question !== null && answer.trim() === ''
  return (
    <div className="wv-form">
      {event.question && (
        <TextArea
          name="answer"
          label={event.question[language]}
          value={answer}
          onValue={setAnswer}
          maxLength={500}
          rows={3}
        />
      )}
      {event.eligibility === 'items' && (
        <Notice icon="gem">
          {t('entry.items', { names: event.items.map(({ name }) => name[language]).join(', ') })}
          <span className="ev-links">
            {event.items.map(({ id, name, isCollection }) => (
              <Link
                key={id}
                to={isCollection ? `/market/${id}` : `/market/detail?id=${id}&meetupId=${event.eventId}`}
              >
                {t('entry.seeItem', { name: name[language] })}
              </Link>
            ))}
          </span>
        </Notice>
      )}
      {event.eligibility === 'tickets' ? (
        event.tickets.map((ticket) => (
          <TicketRow
            key={ticket.ticketId}
            event={event}
            ticket={ticket}
            answer={answer}
            blocked={needsAnswer}
          />
        ))
      ) : isFull ? (
        <Button size="large" pending={wait.pending} disabled={needsAnswer} onClick={() => void wait.run()}>
          {t('entry.wait')}
        </Button>
      ) : (
        <Button size="large" pending={apply.pending} disabled={needsAnswer} onClick={() => void apply.run()}>
          {t(event.entry === 'first' ? 'entry.join' : 'entry.apply')}
        </Button>
      )}
    </div>
  )
}

interface TicketRowProps {
  event: EventDetail
  ticket: Ticket
  answer: string
  blocked: boolean
}

function TicketRow({ event, ticket, answer, blocked }: TicketRowProps) {
  const t = useText('events')
  const { language } = useLanguage()
  const actions = useEventActions(event.eventId)
  const isGone = ticket.left === 0 || event.numbers.left === 0
  const { pending, run } = useAction(() =>
    isGone ? actions.wait(ticket.ticketId, answer) : actions.reserve(ticket.ticketId, answer),
  )
  return (
    <div className="ev-ticket">
      <div>
        <strong>{ticket.name[language]}</strong>
        {ticket.description[language] && <p>{ticket.description[language]}</p>}
        <small>
          {ticket.priceHundredths === 0 ? (
            t('ticket.free')
          ) : (
            <WitAmount hundredths={ticket.priceHundredths} />
          )}{' '}
          · {t('entry.left', { count: ticket.left })}
        </small>
      </div>
      <Button
        size="small"
        variant={isGone ? 'secondary' : 'primary'}
        pending={pending}
        disabled={blocked}
        onClick={() => void run()}
      >
        {t(isGone ? 'entry.wait' : 'ticket.buy')}
      </Button>
    </div>
  )
}

function OwnPlace({ event, place }: { event: EventDetail; place: Place }) {
  const t = useText('events')
  const { language } = useLanguage()
  const ticket = event.tickets.find(({ ticketId }) => ticketId === place.ticketId)
  return (
    <div className="ev-own">
      <p className="ev-badges">
        <Badge tone={place.state === 'taken' ? 'good' : 'accent'}>{t(`place.${place.state}`)}</Badge>
        {ticket && <Badge>{ticket.name[language]}</Badge>}
        {place.checkedInAt !== null && <Badge tone="good">{t('place.checkedIn')}</Badge>}
        {place.rank !== null && <Badge>{t('place.rank', { rank: place.rank })}</Badge>}
      </p>
      {place.state === 'waiting' && place.waitingBefore !== null && (
        <p>
          {place.waitingBefore === 0 ? t('place.next') : t('place.before', { count: place.waitingBefore })}
        </p>
      )}
      {place.heldUntil !== null && (
        <Notice icon="clock">
          {t(place.state === 'cart' ? 'place.cartText' : 'place.offerText')}{' '}
          <TimeLeft until={place.heldUntil} />
        </Notice>
      )}
      {place.code !== null && place.checkedInAt === null && event.phase !== 'post' && (
        <Code code={place.code} />
      )}
      <PlaceActions event={event} place={place} ticket={ticket} />
    </div>
  )
}

const QrCode = lazy(() => import('./QrCode'))

function Code({ code }: { code: string }) {
  const t = useText('events')
  return (
    <figure className="ev-code">
      <Suspense fallback={<span className="ev-qr" />}>
        <QrCode text={code} label={t('place.qr')} />
      </Suspense>
      <figcaption>
        <code>
          {code.slice(0, 5)}-{code.slice(5)}
        </code>
        <small>{t('place.codeText')}</small>
      </figcaption>
    </figure>
  )
}

interface PlaceActionsProps {
  event: EventDetail
  place: Place
  ticket: Ticket | undefined
}

function PlaceActions({ event, place, ticket }: PlaceActionsProps) {
  const t = useText('events')
  const toast = useToast()
  const notEnough = useNotEnoughWit()
  const actions = useEventActions(event.eventId)
  const [dialog, setDialog] = useState<'leave' | 'refund' | 'transfer' | 'pay' | null>(null)
  const accept = useAction(() => actions.apply(''))
  const close = () => setDialog(null)
  const isHeld = place.state === 'cart' || place.state === 'offered'
  const isOver = event.phase === 'post' || event.phase === 'cancelled'
  const price = ticket?.priceHundredths ?? 0
  const hasPlace = isHeld || place.state === 'taken'
  const leaving = hasPlace ? 'place.leave' : 'place.withdraw'

  async function pay() {
    try {
      await actions.pay(price)
      toast(t('ticket.bought'), 'good')
    } catch (error) {
      if (!notEnough.caught(error, price)) throw error
    }
  }

  return (
    <div className="wv-actions">
      {isHeld && ticket && <Button onClick={() => setDialog('pay')}>{t('ticket.pay')}</Button>}
      {isHeld && !ticket && (
        <Button pending={accept.pending} onClick={() => void accept.run()}>
          {t('entry.accept')}
        </Button>
      )}
      {place.isRefundable && (
        <Button variant="secondary" onClick={() => setDialog('refund')}>
          {t('place.refund')}
        </Button>
      )}
      {place.state === 'taken' && place.checkedInAt === null && event.entry === 'first' && !isOver && (
        <Button variant="secondary" onClick={() => setDialog('transfer')}>
          {t('place.transfer')}
        </Button>
      )}
      {place.paidHundredths === 0 && place.checkedInAt === null && !isOver && (
        <Button variant="quiet" onClick={() => setDialog('leave')}>
          {t(leaving)}
        </Button>
      )}
      {dialog === 'pay' && (
        <Confirm
          title={t('ticket.payTitle')}
          text={t('ticket.payText')}
          action={t('ticket.pay')}
          onConfirm={pay}
          onClose={close}
        >
          <p className="ev-price">
            <WitAmount hundredths={price} />
          </p>
        </Confirm>
      )}
      {dialog === 'leave' && (
        <Confirm
          title={t(leaving)}
          text={t(hasPlace ? 'place.leaveText' : 'place.withdrawText')}
          action={t(leaving)}
          onConfirm={actions.leave}
          onClose={close}
          tone="danger"
        />
      )}
      {dialog === 'refund' && (
        <Confirm
          title={t('place.refund')}
          text={t('place.refundText')}
          action={t('place.refund')}
          onConfirm={actions.refund}
          onClose={close}
          tone="danger"
        >
          <p className="ev-price">
            <WitAmount hundredths={place.paidHundredths} />
          </p>
        </Confirm>
      )}
      {dialog === 'transfer' && <TransferDialog eventId={event.eventId} onClose={close} />}
    </div>
  )
}
