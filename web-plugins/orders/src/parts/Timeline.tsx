// Where an order is, and the legal terms that both sides see.
import {
  Badge,
  classes,
  formatMoment,
  Notice,
  Panel,
  serverNow,
  TimeLeft,
  useLanguage,
  useText,
} from '@witverse/sdk'
import type { Order } from '../api/types'
import { dayText } from './format'
import { Parcels } from './Parcels'
import { amountText } from './refunds'

const STEPS = ['paid', 'preparing', 'shipped', 'delivered'] as const

export function Timeline({ order }: { order: Order }) {
  const t = useText('orders')
  const { language } = useLanguage()
  const at = STEPS.indexOf(order.state as (typeof STEPS)[number])
  return (
    <Panel title={t('steps.title')}>
      {order.hasParcel && at >= 0 && (
        <ol className="od-steps">
          {STEPS.map((step, n) => (
            <li
              key={step}
              className={classes(n < at && 'is-done', n === at && 'is-now')}
              aria-current={n === at ? 'step' : undefined}
            >
              {t(`states.${step}`)}
            </li>
          ))}
        </ol>
      )}
      {order.shipFrom && order.shipBy && at >= 0 && at < 2 && (
        <p>
          {t('steps.promise', {
            from: dayText(order.shipFrom, language),
            by: dayText(order.shipBy, language),
          })}
        </p>
      )}
      {order.addressChangedAt && (
        <p>{t('steps.addressChanged', { at: formatMoment(order.addressChangedAt) })}</p>
      )}
      <Parcels parcels={order.parcels} />
      {order.exchanges > 0 && at >= 0 && <p>{t('steps.exchanged')}</p>}
      {order.clocks.length > 0 && (
        <ul className="od-clocks" aria-label={t('clocks.title')}>
          {order.clocks.map(({ kind, dueAt, metAt }) => {
            const runs = !metAt && Date.parse(dueAt) > serverNow()
            return (
              <li key={kind}>
                <span>
                  <strong>{t(`clocks.${kind}`)}</strong>
                  <small>{formatMoment(dueAt)}</small>
                </span>
                {runs ? <Left until={dueAt} /> : <Badge>{t('clocks.over')}</Badge>}
              </li>
            )
          })}
        </ul>
      )}
      {order.late && (
        <Notice icon="clock" tone="bad">
          {t('clocks.late', {
            days: order.late.days,
            amount: amountText(order.method, order.late.interest, language),
            percent: order.late.interestBp / 100,
          })}
        </Notice>
      )}
    </Panel>
  )
}

/** The time that is left: seconds matter only at the end. */
function Left({ until }: { until: string }) {
  const t = useText('orders')
  const days = Math.floor((Date.parse(until) - serverNow()) / 86_400_000)
  return days < 2 ? <TimeLeft until={until} /> : <Badge>{t('clocks.days', { days })}</Badge>
}
