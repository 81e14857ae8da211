// What the calls of a plugin have used: today, and in 30 days.
import { Facts, formatCount, formatWit, useText } from '@witverse/sdk'
import type { Install } from '../api/types'

export function UsageFacts({ install }: { install: Install }) {
  const t = useText('extensions')
  const { usedToday, usedMonth } = install
  if (usedMonth.calls === 0) return <p className="wv-note">{t('usage.none')}</p>
  return (
    <div className="ex-usage">
      {[
        { title: t('usage.today'), used: usedToday },
        { title: t('usage.month'), used: usedMonth },
      ].map(({ title, used }) => (
        <section key={title} aria-label={title}>
          <h4 className="ex-heading">{title}</h4>
          <Facts
            facts={[
              [t('usage.calls'), formatCount(used.calls)],
              [t('usage.failures'), formatCount(used.failures)],
              [t('usage.cpu'), t('usage.seconds', { seconds: (used.cpuUs / 1_000_000).toFixed(1) })],
              [t('usage.sql'), formatCount(used.statements)],
              [
                t('usage.collected'),
                used.collectedHundredths > 0 && `${formatWit(used.collectedHundredths)} WIT`,
              ],
              [t('usage.paid'), used.paidHundredths > 0 && `${formatWit(used.paidHundredths)} WIT`],
            ]}
          />
        </section>
      ))}
    </div>
  )
}
