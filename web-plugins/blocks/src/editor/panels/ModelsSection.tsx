// The uploaded models of the block: uploading one, naming it with its credit, and placing copies.
import { Button, formatCount, TextInput, usePartText } from '@witverse/sdk'
import { FileButton, type UploadedFile, UploadProgress, useUpload } from '@witverse/sdk/files'
import { Form, FormField, requiredText, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { useEditor, useEditorState } from '../context'
import { type PlacedModel, stepped } from '../document'
import { CREDIT_MAX, describeModel, MODELS_MAX, modelsOf, NAME_MAX } from '../model-commands'
import { modelFiles } from '../model-files'
import { modelTexts } from './model-texts'

/** A file without what its name ends in, as a first name of the model. */
const stemOf = (name: string) =>
  name
    .replace(/\.glb$/i, '')
    .trim()
    .slice(0, NAME_MAX)

function modelOf(file: UploadedFile): PlacedModel | null {
  if (!file.model) return null
  const { size, triangles, draws } = file.model
  const [x = 0, y = 0, z = 0] = size.map(stepped)
  const coarsest = Math.max(1, triangles.at(-1) ?? 1)
  return { fileId: file.fileId, name: '', credit: '', size: { x, y, z }, triangles: coarsest, draws }
}

export function ModelsSection() {
  const t = usePartText(modelTexts)
  const { store } = useEditor()
  const { shown } = useEditorState()
  const [uploaded, setUploaded] = useState<UploadedFile | null>(null)
  const [edited, setEdited] = useState<string | null>(null)
  const upload = useUpload('model', {
    onReady: (file) => {
      modelFiles.add([file])
      setUploaded(file)
    },
  })
  const used = modelsOf(shown)
  const isFull = used.length >= MODELS_MAX
  const isBusy = ['sending', 'waiting', 'checking'].includes(upload.phase)
  const model = uploaded && modelOf(uploaded)
  return (
    <details className="bl-models">
      <summary>{t('title', { count: used.length, limit: MODELS_MAX })}</summary>
      <p className="bl-muted">{t('text')}</p>
      {uploaded?.model && model ? (
        <>
          <p>
            {t('facts', {
              triangles: formatCount(uploaded.model.triangles[0] ?? 0),
              ...{ width: model.size.x, depth: model.size.z, height: model.size.y },
            })}
          </p>
          {uploaded.model.leftOut.length > 0 && (
            <p className="bl-muted">
              {t('leftOut', { what: uploaded.model.leftOut.map((what) => t(`left.${what}`)).join(', ') })}
            </p>
          )}
          <Description
            first={{ name: stemOf(uploaded.name), credit: '' }}
            submit={t('place')}
            onCancel={() => setUploaded(null)}
            onSubmit={(described) => {
              if (store.placeModel({ ...model, ...described })) setUploaded(null)
            }}
          />
        </>
      ) : (
        <>
          <FileButton
            accept=".glb,model/gltf-binary"
            disabled={isFull || isBusy}
            hint={isFull ? t('full', { limit: MODELS_MAX }) : t('hint')}
            onFiles={([file]) => file && upload.start(file)}
          >
            {t('choose')}
          </FileButton>
          <UploadProgress upload={upload} />
        </>
      )}
      {used.length > 0 && (
        <ul className="bl-model-list" aria-label={t('list')}>
          {used.map(({ model: one, copies }) => (
            <li key={one.fileId}>
              <span>
                <strong>{one.name}</strong>
                <small>{[one.credit, t('copies', { count: copies })].filter(Boolean).join(' · ')}</small>
              </span>
              {edited === one.fileId ? (
                <Description
                  first={one}
                  submit={t('save')}
                  onCancel={() => setEdited(null)}
                  onSubmit={(described) => {
                    store.run(describeModel(store.document, one.fileId, described))
                    setEdited(null)
                  }}
                />
              ) : (
                <span className="bl-model-actions">
                  <Button
                    size="small"
                    variant="secondary"
                    aria-label={t('placeNamed', { name: one.name })}
                    onClick={() => store.placeModel(one)}
                  >
                    {t('place')}
                  </Button>
                  <Button
                    size="small"
                    variant="quiet"
                    aria-label={t('editNamed', { name: one.name })}
                    onClick={() => setEdited(one.fileId)}
                  >
                    {t('edit')}
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}

interface Described {
  name: string
  credit: string
}

const DESCRIPTION = z.object({ modelName: requiredText(), modelCredit: z.string().check(z.trim()) })

interface DescriptionProps {
  first: Described
  submit: string
  onSubmit: (described: Described) => void
  onCancel: () => void
}

function Description({ first, submit, onSubmit, onCancel }: DescriptionProps) {
  const t = usePartText(modelTexts)
  const form = useZodForm({
    texts: 'blocks',
    schema: DESCRIPTION,
    initial: { modelName: first.name, modelCredit: first.credit },
    submit: async ({ modelName: name, modelCredit: credit }) => onSubmit({ name, credit }),
  })
  return (
    <Form form={form}>
      <FormField form={form} name="modelName">
        {(field) => <TextInput {...field} label={t('name')} maxLength={NAME_MAX} required />}
      </FormField>
      <FormField form={form} name="modelCredit">
        {(field) => (
          <TextInput {...field} label={t('credit')} maxLength={CREDIT_MAX} hint={t('creditHint')} />
        )}
      </FormField>
      <div className="wv-actions">
        <SubmitButton form={form} size="small">
          {submit}
        </SubmitButton>
        <Button size="small" variant="quiet" onClick={onCancel}>
          {t('cancel')}
        </Button>
      </div>
    </Form>
  )
}
