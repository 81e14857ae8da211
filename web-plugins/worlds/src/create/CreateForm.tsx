// The form of a new world: name, description, hue and visibility, beside a preview.
import {
  Button,
  ErrorBoundary,
  TextArea,
  TextInput,
  useForm,
  useFormText,
  useText,
  useToast,
} from '@witverse/sdk'
import { useNavigate, useSearchParams } from '@witverse/sdk/router'
import { lazy, Suspense, useState } from 'react'
import { useCreateWorld } from '../api/world'
import { FormError } from './FormError'
import { HueField } from './HueField'
import type { Pictures } from './PictureFields'
import { Preview } from './Preview'
import { checkWorldName, NAME_MAX, nameRefusal } from './rules'
import { useNameCheck } from './useNameCheck'
import { VisibilityField } from './VisibilityField'

const FIRST_HUE = 262

const PictureFields = lazy(() => import('./PictureFields'))

export function CreateForm() {
  const t = useText('worlds')
  const text = useFormText('worlds')
  const toast = useToast()
  const navigate = useNavigate()
  const createWorld = useCreateWorld()
  const [pictures, setPictures] = useState<Pictures>({ logo: null, thumbnail: null })
  const [search] = useSearchParams()
  const form = useForm({
    initial: {
      worldName: search.get('name') ?? '',
      ko: '',
      en: '',
      hue: String(FIRST_HUE),
      visibility: 'public',
    },
    validate: ({ worldName }) => {
      const problem = checkWorldName(worldName)
      return problem ? { worldName: problem } : {}
    },
    submit: async ({ worldName, ko, en, hue, visibility }) => {
      const description = { ko: ko.trim(), en: en.trim() }
      const world = await createWorld({
        worldName,
        description,
        hue: Number(hue),
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
  const { worldName, ko, en, hue, visibility } = form.values
  const check = useNameCheck(worldName)

  return (
    <div className="w-create">
      <div className="w-create-main">
        <h1 className="w-create-title">{t('create.heading')}</h1>
        <p className="w-create-lead">{t('create.lead')}</p>
        <form ref={form.form} onSubmit={form.onSubmit} className="w-form" noValidate>
          <TextInput
            {...form.field('worldName')}
            label={t('create.name')}
            lead="/"
            maxLength={NAME_MAX}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={t('create.nameHint')}
            error={text(form.errors.worldName) ?? text(check.problem)}
            good={check.free ? t('create.nameFree') : undefined}
          />
          <HueField value={Number(hue)} onValue={(value) => form.set('hue', String(value))} />
          <div className="w-form-pair">
            <TextArea
              {...form.field('ko')}
              label={t('create.descriptionKo')}
              hint={t('create.optional')}
              maxLength={200}
              rows={3}
              error={text(form.errors.ko)}
            />
            <TextArea
              {...form.field('en')}
              label={t('create.descriptionEn')}
              hint={t('create.optional')}
              maxLength={200}
              rows={3}
              error={text(form.errors.en)}
            />
          </div>
          <ErrorBoundary fallback={() => null}>
            <Suspense fallback={null}>
              <PictureFields value={pictures} onValue={setPictures} />
            </Suspense>
          </ErrorBoundary>
          <VisibilityField value={visibility} onValue={(value) => form.set('visibility', value)} />
          <FormError text={text(form.errors.form)} />
          <Button type="submit" size="large" pending={form.pending}>
            {t('create.submit')}
          </Button>
        </form>
      </div>
      <Preview worldName={worldName} description={{ ko, en }} hue={Number(hue)} />
    </div>
  )
}
