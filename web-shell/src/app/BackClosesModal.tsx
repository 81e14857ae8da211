// The browser's Back closes an open modal instead of leaving the page under it.
import { useModal, useOpenModals } from '@witverse/sdk'
import { useEffect } from 'react'
import { useBlocker } from 'react-router'

export function BackClosesModal() {
  const modal = useModal()
  const open = useOpenModals().at(-1)?.id
  const blocker = useBlocker(({ historyAction }) => open !== undefined && historyAction === 'POP')
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    if (open !== undefined) modal.close(open)
    blocker.reset()
  }, [blocker, open, modal.close])
  return null
}
