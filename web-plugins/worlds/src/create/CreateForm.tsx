// The form of a new world: name, description, hue and visibility, beside a preview.
import { ErrorBoundary, TextArea, TextInput, useFormText, useText, useToast } from '@witverse/sdk'
import { Form, FormError, FormField, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useNavigate, useSearchParams } from '@witverse/sdk/router'
import { lazy, Suspense, useState } from 'react'
import { useCreateWorld } from '../api/world'
import { HueField } from './HueField'
import type { Pictures } from './PictureFields'
import { Preview } from './Preview'
import { checkWorldName, NAME_MAX, nameRefusal } from './rules'
import { useNameCheck } from './useNameCheck'
import { VisibilityField } from './VisibilityField'

const FIRST_HUE = 262
const DESCRIPTION_MAX = 200

const SCHEMA = z.object({
  worldName: z.string().check(
    z.superRefine((name, context) => {
      const message = checkWorldName(name)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  ),
  ko: z.string().check(z.trim()),
  en: z.string().check(z.trim()),
  hue: z.number(),
  visibility: z.string(),
})

const PictureFields = lazy(() => import('./PictureFields'))

export function CreateForm() {
  const t = useText('worlds')
  const text = useFormText('worlds')
  const toast = useToast()
  const navigate = useNavigate()
  const createWorld = useCreateWorld()
  const [pictures, setPictures] = useState<Pictures>({ logo: null, thumbnail: null })
  const [search] = useSearchParams()
  const form = useZodForm({
    texts: 'worlds',
    schema: SCHEMA,
    initial: {
      worldName: search.get('name') ?? '',
      ko: '',
      en: '',
      hue: FIRST_HUE,
      visibility: 'public',
    },
    submit: async ({ worldName, ko, en, hue, visibility }) => {
      const world = await createWorld({
        worldName,
        description: { ko, en },
        hue,
        isPublic: visibility === 'public',
        logoFileId: pictures.logo?.fileId ?? null,
        thumbnailFileId: pictures.thumbnail?.fileId ?? null,
      })
      toast(t('create.created', { world: world.worldName }), 'good')
      void navigate(`/${world.worldName}`)
    },
    placeError: (error) => {
      const refusal = nameRefusal(error.code)
      return refusal ? { field: 'worldName', text: refusal } : null
    },
  })
  const { worldName, ko, en, hue } = form.state.watch()
  const check = useNameCheck(worldName)

  return (
    <div className="w-create">
      <div className="w-create-main">
        <h1 className="w-create-title">{t('create.heading')}</h1>
        <p className="w-create-lead">{t('create.lead')}</p>
        <Form form={form} className="w-form">
          <FormField form={form} name="worldName">
            {({ error, ...field }) => (
              <TextInput
                {...field}
                label={t('create.name')}
                lead="/"
                maxLength={NAME_MAX}
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                hint={t('create.nameHint')}
                error={error ?? text(check.problem)}
                good={check.free ? t('create.nameFree') : undefined}
              />
            )}
          </FormField>
          <FormField form={form} name="hue">
            {({ value, onValue }) => <HueField value={value} onValue={onValue} />}
          </FormField>
          <div className="w-form-pair">
            {(['ko', 'en'] as const).map((language) => (
              <FormField key={language} form={form} name={language}>
                {(field) => (
                  <TextArea
                    {...field}
                    label={t(language === 'ko' ? 'create.descriptionKo' : 'create.descriptionEn')}
                    hint={t('create.optional')}
                    maxLength={DESCRIPTION_MAX}
                    rows={3}
                  />
                )}
              </FormField>
            ))}
          </div>
          <ErrorBoundary fallback={() => null}>
            <Suspense fallback={null}>
              <PictureFields value={pictures} onValue={setPictures} />
            </Suspense>
          </ErrorBoundary>
          <FormField form={form} name="visibility">
            {({ value, onValue }) => <VisibilityField value={value} onValue={onValue} />}
          </FormField>
          <FormError form={form} />
          <SubmitButton form={form} size="large">
            {t('create.submit')}
          </SubmitButton>
        </Form>
      </div>
      <Preview worldName={worldName} description={{ ko, en }} hue={hue} />
    </div>
  )
}
