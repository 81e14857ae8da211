// Leaving with unsaved changes asks first: links of the page, and closing the tab. Going back in the history does
// not ask: the changes are saved or kept as a draft.
import { Confirm } from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import { useEffect, useState } from 'react'
import { useEditor } from '../context'
import { useEditorText } from '../texts'

export function LeaveGuard() {
  const t = useEditorText()
  const navigate = useNavigate()
  const { saver, settings } = useEditor()
  const [to, setTo] = useState<string | null>(null)
  useEffect(() => {
    const isClean = () => saver.isClean && settings.values === null
    const onUnload = (event: BeforeUnloadEvent) => {
      if (!isClean()) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      if (isClean() || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
      const link = (event.target as Element).closest?.('a[href]')
      if (!(link instanceof HTMLAnchorElement) || link.target === '_blank') return
      if (link.origin !== location.origin || link.pathname === location.pathname) return
      event.preventDefault()
      event.stopPropagation()
      setTo(link.pathname + link.search)
    }
    window.addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, true)
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, true)
    }
  }, [saver, settings])
  if (to === null) return null
  // The scene can be saved on the way; settings may be wrong, so that they are saved by their own button only.
  const loses = settings.values !== null
  return (
    <Confirm
      title={t('leave.title')}
      text={t(loses ? 'leave.settings' : 'leave.text')}
      action={t(loses ? 'leave.without' : 'leave.action')}
      onClose={() => setTo(null)}
      onConfirm={async () => {
        settings.drop()
        await saver.flush()
        void navigate(to)
      }}
    />
  )
}
