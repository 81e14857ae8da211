// The editor of a post: a field with a toolbar. The editor itself (ProseMirror) is a chunk of its own.
import { lazy, Suspense } from 'react'
import { Field } from '../ui/Field'
import { Skeleton } from '../ui/Skeleton'
import type { RichTextEditorProps } from './editor-props'

const Editor = lazy(() => import('./Editor'))

export function RichTextEditor({ label, hint, error, ...editor }: RichTextEditorProps) {
  return (
    <Field label={label} hint={hint} error={error} className="wv-editor-field">
      {(ids) => (
        <Suspense fallback={<Skeleton style={{ height: 228 }} />}>
          <Editor {...editor} ids={ids} label={label} />
        </Suspense>
      )}
    </Field>
  )
}
