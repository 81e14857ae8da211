// The slot `item.place`: the block in which an own item stands, and the way to take it down.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Button,
  Confirm,
  ErrorMessage,
  payload,
  Skeleton,
  type SlotProps,
  useApi,
  useLanguage,
  useText,
  useToast,
} from '@witverse/sdk'
import { Link } from '@witverse/sdk/router'
import { useState } from 'react'
import { pathOfBlock } from '../api/blocks'

function usePlace(itemId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['blocks', 'placed', itemId],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v3/blocks/placed', { params: { query: { itemId } }, signal })),
  })
}

export default function ItemPlace({ data }: SlotProps) {
  const { itemId } = data as { itemId: string }
  const t = useText('blocks')
  const { language } = useLanguage()
  const toast = useToast()
  const api = useApi()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const place = usePlace(itemId)
  if (place.status === 'pending') return <Skeleton className="is-line" />
  if (place.status === 'error')
    return <ErrorMessage error={place.error} onRetry={() => void place.refetch()} />
  const { block } = place.data
  if (!block) return null
  const title = block.title[language]
  return (
    <div className="bl-item-place">
      <p>
        {t('placed.in')} <Link to={pathOfBlock(block)}>{title}</Link>
      </p>
      <Button size="small" variant="secondary" onClick={() => setAsking(true)}>
        {t('placed.takeDown')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('placed.title', { title })}
          text={t('placed.text')}
          action={t('placed.takeDown')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const params = { path: { id: block.blockId, itemId } }
            await payload(api.DELETE('/api/v3/blocks/{id}/items/{itemId}', { params }))
            toast(t('placed.done'), 'good')
            await Promise.all(
              ['items', 'market', 'blocks'].map((key) => queries.invalidateQueries({ queryKey: [key] })),
            )
          }}
        />
      )}
    </div>
  )
}
