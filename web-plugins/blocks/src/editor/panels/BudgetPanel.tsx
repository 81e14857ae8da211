// What the scene costs, as meters with a warning before each limit.
import { formatCount } from '@witverse/sdk'
import { LIMITS, MEASURES, type Measure, WARN_SHARE } from '../budget'
import { useEditor, useEditorState } from '../context'
import { useEditorText } from '../texts'

const KIB = 1024

export function BudgetPanel() {
  const t = useEditorText()
  const { store } = useEditor()
  useEditorState()
  const budget = store.budget()
  const shown = (measure: Measure, value: number) =>
    measure === 'bytes' ? `${formatCount(Math.ceil(value / KIB))} KiB` : formatCount(value)
  return (
    <div className="bl-budget">
      <p className="bl-muted">{t('budget.text')}</p>
      {MEASURES.map((measure) => {
        const [value, limit] = [budget[measure], LIMITS[measure]]
        const share = value / limit
        const state = share > 1 ? ' is-over' : share >= WARN_SHARE ? ' is-near' : ''
        return (
          <div key={measure} className={`bl-meter${state}`}>
            <span id={`bl-meter-${measure}`}>{t(`budget.${measure}`)}</span>
            <b>
              {shown(measure, value)} / {shown(measure, limit)}
            </b>
            <meter aria-labelledby={`bl-meter-${measure}`} min={0} max={limit} value={value} />
            {state !== '' && <small>{t(share > 1 ? 'budget.over' : 'budget.near')}</small>}
          </div>
        )
      })}
    </div>
  )
}

/** The fullest meter, always visible while one builds. */
export function BudgetPill() {
  const t = useEditorText()
  const { store } = useEditor()
  useEditorState()
  const budget = store.budget()
  const share = (measure: Measure) => budget[measure] / LIMITS[measure]
  const fullest = MEASURES.reduce((most, one) => (share(one) > share(most) ? one : most))
  const percent = Math.round(share(fullest) * 100)
  return (
    <span className={`bl-budget-pill${percent >= WARN_SHARE * 100 ? ' is-near' : ''}`}>
      {t(`budget.${fullest}`)} {percent}%
    </span>
  )
}
