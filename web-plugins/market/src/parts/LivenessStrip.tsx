// Five lights: what must hold so that a purchase goes through. The server computes them as it does for the purchase.
import { classes, useText } from '@witverse/sdk'
import type { Liveness } from '../api/types'

export function LivenessStrip({ liveness }: { liveness: Liveness }) {
  const t = useText('market')
  const lights = [
    ['owned', liveness.isOwned],
    ['free', liveness.isFree],
    ['fresh', liveness.isFresh],
    ['allowed', liveness.isAllowed],
    ['funded', liveness.isFunded],
  ] as const
  return (
    <ul className="mk-lights" aria-label={t('lights.title')}>
      {lights.map(
        ([name, on]) =>
          on !== null && (
            <li key={name} className={classes(on ? 'is-on' : 'is-off')}>
              <span aria-hidden="true">{on ? '●' : '○'}</span> {t(`lights.${name}${on ? 'On' : 'Off'}`)}
            </li>
          ),
      )}
    </ul>
  )
}
