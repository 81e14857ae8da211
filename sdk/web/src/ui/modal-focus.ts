// Moves the focus when a modal opens and closes. Radix would return it to a trigger of its own, but these modals are
// opened from anywhere, and one modal can replace another.

const DIALOG = '[role="dialog"]'
const CONTROL = 'a[href], button, input, select, textarea, summary, [tabindex]'
const CLOSE = '.wv-modal-close'

/** The last control outside of dialogs that was focused or pressed (Safari does not focus pressed buttons). */
let opener: HTMLElement | null = null

function rememberOpener(event: Event) {
  const control = event.target instanceof Element ? event.target.closest<HTMLElement>(CONTROL) : null
  if (control && !control.closest(DIALOG)) opener = control
}

if (typeof document !== 'undefined') {
  document.addEventListener('focusin', rememberOpener)
  document.addEventListener('pointerdown', rememberOpener)
}

/** For `onOpenAutoFocus`. Focus starts at the first control of the content, never at the close button. */
export function focusModalContent(event: Event) {
  const content = event.currentTarget as HTMLElement | null
  const first = [...(content?.querySelectorAll<HTMLElement>(CONTROL) ?? [])].find(
    (control) => !control.matches(`${CLOSE}, [disabled], [tabindex="-1"]`),
  )
  if (!content || first) return
  event.preventDefault()
  content.focus()
}

/** For `onCloseAutoFocus`. Focus stays in a modal that replaces this one; it goes to `main` if the opener was removed. */
export function returnModalFocus(event: Event) {
  event.preventDefault()
  if (document.querySelector(DIALOG)) return
  const target = opener?.isConnected ? opener : document.querySelector<HTMLElement>('main')
  target?.focus()
}
