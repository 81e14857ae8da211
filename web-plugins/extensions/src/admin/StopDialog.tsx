// Asks for the reason of a stop, which operators of worlds read.
import { useText } from '@witverse/sdk'
import { ReasonDialog } from '@witverse/sdk/forms'

interface Props {
  title: string
  text: string
  /** In place of the word for a stop. */
  action?: string
  onStop: (reason: string) => Promise<void>
  onClose: () => void
}

export function StopDialog({ action, onStop, ...dialog }: Props) {
  const t = useText('extensions')
  return (
    <ReasonDialog
      {...dialog}
      action={action ?? t('packages.stop')}
      label={t('packages.reason')}
      hint={t('packages.reasonHint')}
      least={5}
      onConfirm={onStop}
    />
  )
}
