// A button that opens the device's file dialog. Files can also be dropped on it.
import { type ReactNode, useId, useRef, useState } from 'react'
import { Button } from '../ui/Button'
import { classes } from '../ui/classes'

/** Types of files that iOS does not know: with them in its filter, none of the files can be chosen. */
const UNKNOWN_TO_IOS = /\.(vrm|verse|glb)\b/

const isIos = ({ userAgent, maxTouchPoints }: Navigator) =>
  /iPad|iPhone|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)

interface FileButtonProps {
  accept: string
  multiple?: boolean
  disabled?: boolean
  variant?: 'primary' | 'secondary'
  hint?: string
  error?: string | undefined
  onFiles: (files: File[]) => void
  children: ReactNode
}

export function FileButton({
  accept,
  multiple = false,
  disabled = false,
  variant = 'secondary',
  hint,
  error,
  onFiles,
  children,
}: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const id = useId()
  const notes = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const take = (files: FileList | null) => {
    if (!disabled && files && files.length > 0) onFiles([...files].slice(0, multiple ? files.length : 1))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition to the button inside
    <div
      className={classes('wv-file-button', over && 'is-over')}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(!disabled)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        {...(!(isIos(navigator) && UNKNOWN_TO_IOS.test(accept)) && { accept })}
        multiple={multiple}
        onChange={(event) => {
          take(event.currentTarget.files)
          // The same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
      <Button
        variant={variant}
        disabled={disabled}
        onClick={() => input.current?.click()}
        aria-describedby={notes || undefined}
        data-invalid={error ? true : undefined}
      >
        {children}
      </Button>
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {error && (
        <p id={`${id}-error`} className="wv-field-note is-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
