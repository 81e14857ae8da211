// The gallery of a block over its room.
import { ErrorMessage, Modal, RowSkeletons, useLanguage, useText } from '@witverse/sdk'
import { useBlockById } from '../api/blocks'
import About from './About'

export default function AboutDialog({ blockId, onClose }: { blockId: string; onClose: () => void }) {
  const t = useText('blocks')
  const { language } = useLanguage()
  const block = useBlockById(blockId)
  const title = block.data?.title[language] ?? t('room.about')
  return (
    <Modal open size="wide" title={title} onClose={onClose}>
      {block.status === 'pending' ? (
        <RowSkeletons rows={4} />
      ) : block.status === 'error' ? (
        <ErrorMessage error={block.error} onRetry={() => void block.refetch()} />
      ) : (
        <About block={block.data} isInRoom />
      )}
    </Modal>
  )
}
