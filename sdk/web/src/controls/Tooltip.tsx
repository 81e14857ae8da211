// A short explanation of a control, on hover and keyboard focus. Touch screens do not show it, so it never holds the
// only copy of an information.
import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement } from 'react'
import { usePluginId } from '../host/context'

const DELAY_MS = 400

interface TooltipProps {
  text: string
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One focusable element. */
  children: ReactElement
}

export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const plugin = usePluginId()
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            className="wv-tooltip"
            side={side}
            sideOffset={6}
            collisionPadding={8}
            {...(plugin && { 'data-plugin': plugin })}
          >
            {text}
            <Radix.Arrow className="wv-tooltip-arrow" width={12} height={6} />
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
