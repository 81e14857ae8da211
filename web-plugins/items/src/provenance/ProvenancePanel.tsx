// The ownership history of an item, verified in the browser.
import { useQuery } from '@tanstack/react-query'
import {
  ErrorMessage,
  formatMoment,
  Icon,
  type IconName,
  Notice,
  Panel,
  type Person,
  RowSkeletons,
  useText,
} from '@witverse/sdk'
import { Link as RouterLink, useLocation } from '@witverse/sdk/router'
import { useEffect } from 'react'
import { useProvenance } from '../api/items'
import type { Link, Provenance } from '../api/types'
import { PackingList } from './PackingList'
import { type Verdict, verifyProvenance } from './verify'

const ICONS: Record<Link['kind'], IconName> = { made: 'star', given: 'gift', sold: 'cart', returned: 'back' }

/** How the reference of a change begins that an installed plugin made. */
const PLUGIN = 'plugin:'
const isByPlugin = (link: Link) => link.reference?.startsWith(PLUGIN) ?? false

export function ProvenancePanel({ id }: { id: string }) {
  const t = useText('items')
  const provenance = useProvenance(id)
  return (
    <Panel title={t('provenance.title')} text={t('provenance.text')} className="it-provenance">
      {provenance.status === 'pending' && <RowSkeletons rows={3} />}
      {provenance.status === 'error' && (
        <ErrorMessage error={provenance.error} onRetry={() => void provenance.refetch()} />
      )}
      {provenance.data && (
        <>
          <Chain provenance={provenance.data} />
          <PackingList provenance={provenance.data} />
        </>
      )}
    </Panel>
  )
}

function Chain({ provenance }: { provenance: Provenance }) {
  const t = useText('items')
  const verdict = useVerdict(provenance)
  const brokenAt = verdict?.state === 'broken' ? verdict.seq : null
  // Sales link to their entry. The page loads after the browser has looked for it.
  const { hash } = useLocation()
  useEffect(() => {
    if (hash.startsWith('#link-'))
      document.getElementById(hash.slice(1))?.scrollIntoView?.({ block: 'center' })
  }, [hash])
  return (
    <>
      <Result verdict={verdict} />
      <ol className="it-chain" aria-label={t('provenance.title')}>
        {[...provenance.links].reverse().map((link) => (
          <li
            key={link.seq}
            id={`link-${link.seq}`}
            data-broken={link.seq === brokenAt || undefined}
            data-named={hash === `#link-${link.seq}` || undefined}
          >
            <span className="it-chain-mark">
              <Icon name={ICONS[link.kind] ?? 'star'} size={16} />
            </span>
            <div>
              <p>
                <Sentence link={link} />
              </p>
              <small>
                {formatMoment(link.at)}
                {isByPlugin(link) &&
                  ` · ${t('links.through', { plugin: link.reference?.slice(PLUGIN.length) ?? '' })}`}
              </small>
              <details>
                <summary>{t('provenance.seal', { seq: link.seq })}</summary>
                <dl>
                  <dt>SHA-256</dt>
                  <dd>
                    <code>{link.hash}</code>
                  </dd>
                  <dt>Ed25519 · {link.keyId}</dt>
                  <dd>
                    <code>{link.signature}</code>
                  </dd>
                  <dt>{t('provenance.signed')}</dt>
                  <dd>
                    <code>{link.statement}</code>
                  </dd>
                </dl>
              </details>
            </div>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Verifies the history without a click: it has only a few links. */
function useVerdict(provenance: Provenance): Verdict | undefined {
  const marks = provenance.links.map(({ hash, signature }) => hash + signature).join()
  const { data } = useQuery({
    queryKey: ['items', 'verdict', provenance.itemId, marks],
    queryFn: () => verifyProvenance(provenance),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

function Result({ verdict }: { verdict: Verdict | undefined }) {
  const t = useText('items')
  if (!verdict) return <RowSkeletons rows={1} />
  if (verdict.state === 'impossible') {
    return (
      <Notice icon="shield">
        <p>{t('verdict.impossible')}</p>
      </Notice>
    )
  }
  if (verdict.state === 'broken') {
    return (
      <Notice tone="bad" icon="warning" alert>
        <strong>{t('verdict.broken', { seq: verdict.seq })}</strong>
        <p>
          {t(`faults.${verdict.fault}`)} {t('verdict.brokenText')}
        </p>
      </Notice>
    )
  }
  return (
    <Notice tone="good" icon="shield">
      <strong>{t('verdict.verified', { count: verdict.count })}</strong>
      <p>{t(verdict.signatures ? 'verdict.signed' : 'verdict.unsigned')}</p>
    </Notice>
  )
}

function Sentence({ link }: { link: Link }) {
  const t = useText('items')
  const side = (who: 'from' | 'to') => <Name person={link[who]} />
  switch (link.kind) {
    case 'made':
      return link.to ? (
        <>
          {t('links.madeBefore')}
          {side('to')}
          {t('links.madeAfter')}
        </>
      ) : (
        t('links.made')
      )
    case 'returned':
      return (
        <>
          {t('links.returnedBefore')}
          {side('from')}
          {t('links.returnedAfter')}
        </>
      )
    default:
      return (
        <>
          {side('from')}
          {t(`links.${link.kind}Between`)}
          {side('to')}
          {t(isByPlugin(link) ? 'links.movedAfter' : `links.${link.kind}After`)}
        </>
      )
  }
}

function Name({ person }: { person: Person | null }) {
  const t = useText('items')
  if (!person) return <i>{t('someone')}</i>
  return <RouterLink to={`/user/${person.userId}`}>{person.nickname}</RouterLink>
}
