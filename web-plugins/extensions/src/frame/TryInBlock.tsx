// The way from a game on trial into a copy of one of the world's blocks.
import { useQuery } from '@tanstack/react-query'
import {
  Button,
  ButtonLink,
  EmptyInline,
  ErrorMessage,
  Modal,
  payload,
  useApi,
  useLanguage,
  useText,
} from '@witverse/sdk'
import { useState } from 'react'

/** The newest blocks of the world that are offered, besides its main block. */
const NEWEST = 100

interface Props {
  worldName: string
  install: string
}

export function TryInBlock({ worldName, install }: Props) {
  const t = useText('extensions')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {t('trial.inBlock')}
      </Button>
      {isOpen && (
        <Modal
          open
          onClose={() => setOpen(false)}
          title={t('trial.inBlock')}
          description={t('trial.inBlockText')}
        >
          <Blocks worldName={worldName} install={install} />
        </Modal>
      )}
    </>
  )
}

function Blocks({ worldName, install }: Props) {
  const t = useText('extensions')
  const { language } = useLanguage()
  const api = useApi()
  const blocks = useQuery({
    queryKey: ['extensions', 'blocks', worldName],
    queryFn: ({ signal }) =>
      payload(
        api.GET('/api/v3/worlds/{id}/blocks', {
          params: { path: { id: worldName }, query: { limit: NEWEST } },
          signal,
        }),
      ),
  })
  if (blocks.isPending) return null
  if (blocks.isError) return <ErrorMessage error={blocks.error} onRetry={() => void blocks.refetch()} />
  const { mainBlock, items } = blocks.data
  const all = mainBlock ? [mainBlock, ...items] : items
  if (all.length === 0) return <EmptyInline text={t('trial.noBlocks')} />
  return (
    <ul className="ex-blocks">
      {all.map(({ blockId, blockName, title }) => (
        <li key={blockId}>
          <span>{title[language]}</span>
          <ButtonLink
            size="small"
            variant="secondary"
            to={`/${worldName}/${blockName}?trial=${install}`}
            aria-label={t('trial.enterThis', { name: title[language] })}
          >
            {t('trial.enter')}
          </ButtonLink>
        </li>
      ))}
    </ul>
  )
}
