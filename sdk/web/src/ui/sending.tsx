// Makes the fields of a dialog read-only while it sends them: it closes after a success, and text typed meanwhile would be lost.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'

interface Sending {
  isSending: boolean
  /** Counts one more task, until the returned function is called. */
  start: () => () => void
}

const SendingContext = createContext<Sending | null>(null)

/** For forms that leave the page after a success. Dialogs have it. */
export function SendingScope({ children }: { children: ReactNode }) {
  const [tasks, setTasks] = useState(0)
  const sending = useMemo(() => {
    const start = () => {
      setTasks((count) => count + 1)
      return () => setTasks((count) => count - 1)
    }
    return { isSending: tasks > 0, start }
  }, [tasks])
  return <SendingContext value={sending}>{children}</SendingContext>
}

/** Whether the fields around are being sent. */
export const useIsSending = (): boolean => useContext(SendingContext)?.isSending ?? false

/** Makes the fields around read-only while a task runs. */
export function useSending(pending: boolean): void {
  const start = useContext(SendingContext)?.start
  useEffect(() => (pending ? start?.() : undefined), [pending, start])
}
