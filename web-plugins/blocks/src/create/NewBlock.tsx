// The dialog of a new block: name, titles, what it is for, who may enter, and the scene to begin with.
import { Segments, TextInput, useText } from '@witverse/sdk'
import { BilingualField, FormDialog, FormField, useZodForm, z } from '@witverse/sdk/forms'
import { useNavigate } from '@witverse/sdk/router'
import { ACCESSES, GAMES_OF_TEMPLATES, KINDS_OF_BLOCKS, TEMPLATES, useCreateBlock } from '../api/blocks'
import { AccessField } from './AccessField'
import { BLOCK_FIELDS, NAME_MAX, needsCollection, TITLE_MAX } from './block-schema'
import { GameField } from './GameField'
import { TemplateField } from './TemplateField'

const SCHEMA = z.object({ ...BLOCK_FIELDS, template: z.string() }).check(needsCollection)

interface NewBlockProps {
  worldName: string
  onClose: () => void
}

const find = <T extends string>(list: readonly T[], value: string): T | undefined =>
  list.find((one) => one === value)

export default function NewBlock({ worldName, onClose }: NewBlockProps) {
  const t = useText('blocks')
  const navigate = useNavigate()
  const create = useCreateBlock()
  const form = useZodForm({
    texts: 'blocks',
    schema: SCHEMA,
    initial: {
      ...{ blockName: '', title: { ko: '', en: '' }, type: 'social' },
      ...{ access: 'everybody', collectionId: '', template: 'empty', game: '' },
    },
    submit: async (values) => {
      const block = await create(worldName, {
        blockName: values.blockName,
        type: find(KINDS_OF_BLOCKS, values.type) ?? 'social',
        title: values.title,
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
  const { setValue, watch } = form.state
  const { type, access, template, game } = watch()
  return (
    <FormDialog
      form={form}
      title={t('create.title')}
      size="wide"
      holdsText
      action={t('create.submit')}
      onClose={onClose}
    >
      <FormField form={form} name="blockName">
        {(field) => (
          <TextInput
            {...field}
            label={t('create.name')}
            lead={`/${worldName}/`}
            maxLength={NAME_MAX}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            hint={t('create.nameRule')}
          />
        )}
      </FormField>
      <BilingualField form={form} name="title" labels={{ ko: t('create.titleKo'), en: t('create.titleEn') }}>
        {(field) => <TextInput {...field} maxLength={TITLE_MAX} />}
      </BilingualField>
      <Segments
        label={t('create.type')}
        name="type"
        value={type}
        onValue={(value) => setValue('type', value)}
        options={KINDS_OF_BLOCKS.map((value) => ({ value, text: t(`type.${value}`) }))}
      />
      {type === 'game' && (
        <GameField worldName={worldName} value={game} onValue={(value) => setValue('game', value)} />
      )}
      <FormField form={form} name="collectionId">
        {({ value, onValue, error }) => (
          <AccessField
            access={access}
            collectionId={value}
            onAccess={(next) => setValue('access', next)}
            onCollection={onValue}
            error={error}
          />
        )}
      </FormField>
      <TemplateField
        value={template}
        onValue={(value) => {
          setValue('template', value)
          setValue('game', GAMES_OF_TEMPLATES[find(TEMPLATES, value) ?? 'empty'] ?? '')
        }}
      />
    </FormDialog>
  )
}
