// What was measured of all installs of a plugin in 30 days.
import { Facts, formatCount, formatWit, useLanguage, useText } from '@witverse/sdk'
import type { Review } from '../api/types'
import { formatCapped } from '../format'

const KEYS = ['sql', 'users', 'balance', 'rooms', 'reward', 'charge', 'timers', 'files'] as const
/** The classes of CPU time end here. */
const LONGEST_MS = 64

export function MeasureFacts({ measures }: { measures: Review['measures'] }) {
  const t = useText('extensions')
  const { worlds, calls, failures, paidHundredths, collectedHundredths, cpuP95Ms, uses } = measures
  const { language } = useLanguage()
  const own = KEYS.flatMap((key) => {
    const found = uses.find((one) => one.key === key)
    return found ? [t('measures.use', { what: t(`capability.${key}`), count: formatCount(found.calls) })] : []
  })
  const scopes = uses.flatMap(({ title, calls }) =>
    title ? [t('measures.use', { what: title[language], count: formatCount(calls) })] : [],
  )
  const used = [...own, ...scopes]
  return (
    <section className="ex-measures">
      <h3 className="ex-heading">{t('measures.title')}</h3>
      {calls === 0 ? (
        <p className="wv-note">{t('measures.none')}</p>
      ) : (
        <Facts
          facts={[
            [t('measures.worlds'), formatCapped(worlds)],
            [t('usage.calls'), formatCount(calls)],
            [t('usage.failures'), formatCount(failures)],
            [
              t('measures.cpu'),
              cpuP95Ms ? t('measures.upTo', { ms: cpuP95Ms }) : t('measures.over', { ms: LONGEST_MS }),
            ],
            [t('usage.paid'), paidHundredths > 0 && `${formatWit(paidHundredths)} WIT`],
            [t('measures.collected'), collectedHundredths > 0 && `${formatWit(collectedHundredths)} WIT`],
            [t('measures.uses'), used.length > 0 && used.join(', ')],
          ]}
        />
      )}
    </section>
  )
}
