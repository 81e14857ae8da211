// On the home page: blocks that everybody may enter and that somebody is in. Nothing while all are empty.
import { useQuery } from '@tanstack/react-query'
import { payload, useApi, useText } from '@witverse/sdk'
import { KEYS } from '../api/blocks'
import { BlockCardLink } from '../list/BlockCardLink'

const REFRESH_MS = 20_000
const SHOWN = 6

export default function Lively() {
  const t = useText('blocks')
  const api = useApi()
  const { data } = useQuery({
    queryKey: KEYS.lively,
    queryFn: ({ signal }) => payload(api.GET('/api/v3/blocks/lively', { signal })),
    refetchInterval: REFRESH_MS,
  })
  const blocks = data?.items.slice(0, SHOWN) ?? []
  if (blocks.length === 0) return null
  return (
    <section className="wv-home-section" aria-labelledby="home-lively">
      <header className="wv-section-head">
        <h2 id="home-lively">{t('lively.title')}</h2>
      </header>
      <ul className="wv-grid">
        {blocks.map((block) => (
          <li key={block.blockId}>
            <BlockCardLink block={block} />
          </li>
        ))}
      </ul>
    </section>
  )
}
