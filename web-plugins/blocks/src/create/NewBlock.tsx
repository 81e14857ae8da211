// The dialog of a new block: name, titles, what it is for, who may enter, and the scene to begin with.
import { Button, Modal, Segments, TextInput, useForm, useFormText, useText } from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import { ACCESSES, GAMES_OF_TEMPLATES, KINDS_OF_BLOCKS, TEMPLATES, useCreateBlock } from '../api/blocks'
import { AccessField } from './AccessField'
import { GameField } from './GameField'
import { TemplateField } from './TemplateField'

const NAME = /^[a-z0-9_-]{3,20}$/
const NAME_MAX = 20
const TITLE_MAX = 40

interface NewBlockProps {
  worldName: string
  onClose: () => void
}

interface Values extends Record<string, string> {
  blockName: string
  'title.ko': string
  'title.en': string
  type: string
  access: string
  collectionId: string
  template: string
  game: string
}

const find = <T extends string>(list: readonly T[], value: string): T | undefined =>
  list.find((one) => one === value)

export default function NewBlock({ worldName, onClose }: NewBlockProps) {
  const t = useText('blocks')
  const text = useFormText('blocks')
  const navigate = useNavigate()
  const create = useCreateBlock()
  const form = useForm<Values, 'create.nameRule' | 'create.titleNeeded' | 'create.collectionNeeded'>({
    initial: {
      ...{ blockName: '', 'title.ko': '', 'title.en': '' },
      ...{ type: 'social', access: 'everybody', collectionId: '', template: 'empty', game: '' },
    },
    validate: (values) => ({
      ...(!NAME.test(values.blockName) && { blockName: 'create.nameRule' }),
      ...(values['title.ko'].trim() === '' && { 'title.ko': 'create.titleNeeded' }),
      ...(values['title.en'].trim() === '' && { 'title.en': 'create.titleNeeded' }),
      ...(values.access === 'item' &&
        values.collectionId === '' && { collectionId: 'create.collectionNeeded' }),
    }),
    submit: async (values) => {
      const block = await create(worldName, {
        blockName: values.blockName,
        type: find(KINDS_OF_BLOCKS, values.type) ?? 'social',
        title: { ko: values['title.ko'].trim(), en: values['title.en'].trim() },
        access: find(ACCESSES, values.access) ?? 'everybody',
        ...(values.access === 'item' && { collectionId: values.collectionId }),
        template: find(TEMPLATES, values.template) ?? 'empty',
        ...(values.type === 'game' && { game: values.game || null }),
      })
      void navigate(`/${worldName}/setting/${block.blockId}`)
    },
    placeError: (error) =>
      error.code.startsWith('block_name_') && error.language
        ? { field: 'blockName', text: error.language }
        : null,
  })
  const { values } = form
  return (
    <Modal open onClose={onClose} title={t('create.title')} size="wide" closeOnOutside={false}>
      <form ref={form.form} className="wv-form" noValidate onSubmit={form.onSubmit}>
        <TextInput
          {...form.field('blockName')}
          label={t('create.name')}
          lead={`/${worldName}/`}
          maxLength={NAME_MAX}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint={t('create.nameRule')}
          error={text(form.errors.blockName)}
        />
        <div className="bl-form-pair">
          <TextInput
            {...form.field('title.ko')}
            label={t('create.titleKo')}
            maxLength={TITLE_MAX}
            error={text(form.errors['title.ko'])}
          />
          <TextInput
            {...form.field('title.en')}
            label={t('create.titleEn')}
            maxLength={TITLE_MAX}
            error={text(form.errors['title.en'])}
          />
        </div>
        <Segments
          label={t('create.type')}
          name="type"
          value={values.type}
          onValue={(value) => form.set('type', value)}
          options={KINDS_OF_BLOCKS.map((value) => ({ value, text: t(`type.${value}`) }))}
        />
        {values.type === 'game' && (
          <GameField worldName={worldName} value={values.game} onValue={(value) => form.set('game', value)} />
        )}
        <AccessField
          access={values.access}
          collectionId={values.collectionId}
          onAccess={(value) => form.set('access', value)}
          onCollection={(value) => form.set('collectionId', value)}
          error={text(form.errors.collectionId)}
        />
        <TemplateField
          value={values.template}
          onValue={(value) => {
            form.set('template', value)
            form.set('game', GAMES_OF_TEMPLATES[find(TEMPLATES, value) ?? 'empty'] ?? '')
          }}
        />
        {form.errors.form !== undefined && (
          <p className="wv-field-note is-error" role="alert">
            {text(form.errors.form)}
          </p>
        )}
        <Button type="submit" pending={form.pending}>
          {t('create.submit')}
        </Button>
      </form>
    </Modal>
  )
}
