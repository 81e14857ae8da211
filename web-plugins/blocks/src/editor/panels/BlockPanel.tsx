// The settings of the block: name, titles, who may enter, pictures, main block, deleting it.
import {
  Button,
  Confirm,
  Select,
  TextArea,
  TextInput,
  useForm,
  useFormText,
  useText,
  useToast,
} from '@witverse/sdk'
import { useNavigate } from '@witverse/sdk/router'
import { useEffect, useState } from 'react'
import { ACCESSES, CHATS, KINDS_OF_BLOCKS } from '../../api/blocks'
import { type ManagedBlock, useBlockActions, useIsAdmin } from '../../api/editor'
import { AccessField } from '../../create/AccessField'
import { ChatFields } from '../../create/ChatFields'
import { GameField } from '../../create/GameField'
import { useEditor } from '../context'
import { PicturesField } from './PicturesField'
import { RemovedPeople } from './RemovedPeople'

const NAME = /^[a-z0-9_-]{3,20}$/
const MAX = { name: 20, title: 40, description: 300 }

type Settings = Record<
  | 'blockName'
  | 'title.ko'
  | 'title.en'
  | 'description.ko'
  | 'description.en'
  | 'type'
  | 'access'
  | 'collectionId'
  | 'game'
  | 'chat'
  | 'slowModeSeconds',
  string
>

const settingsOf = (block: ManagedBlock): Settings => ({
  blockName: block.blockName,
  'title.ko': block.title.ko,
  'title.en': block.title.en,
  'description.ko': block.description.ko,
  'description.en': block.description.en,
  type: block.type,
  access: block.access,
  collectionId: block.collectionId ?? '',
  game: block.game ?? '',
  chat: block.chat,
  slowModeSeconds: String(block.slowModeSeconds),
})

/** Only these are kept: the others may be changed elsewhere meanwhile, such as the access by publishing. */
const changedFields = (basis: Settings, values: Settings) =>
  Object.fromEntries(
    Object.entries(values).filter(([field, value]) => value !== basis[field as keyof Settings]),
  )

export function BlockPanel() {
  return (
    <>
      <SettingsForm />
      <PicturesField />
      <MainBlock />
      <RemovedPeople />
      <DeleteBlock />
    </>
  )
}

function SettingsForm() {
  const t = useText('blocks')
  const text = useFormText('blocks')
  const toast = useToast()
  const { block, settings } = useEditor()
  const { change } = useBlockActions(block.blockId)
  const [basis, setBasis] = useState(() => settingsOf(block))
  const form = useForm<Settings, 'create.nameRule' | 'create.titleNeeded' | 'create.collectionNeeded'>({
    initial: { ...basis, ...settings.values },
    validate: (values) => ({
      ...(!NAME.test(values.blockName) && { blockName: 'create.nameRule' }),
      ...(values['title.ko'].trim() === '' && { 'title.ko': 'create.titleNeeded' }),
      ...(values['title.en'].trim() === '' && { 'title.en': 'create.titleNeeded' }),
      ...(values.access === 'item' &&
        values.collectionId === '' && { collectionId: 'create.collectionNeeded' }),
    }),
    submit: async (values) => {
      const both = (field: 'title' | 'description') => ({
        ko: values[`${field}.ko`].trim(),
        en: values[`${field}.en`].trim(),
      })
      await change({
        ...(values.blockName !== block.blockName && { blockName: values.blockName }),
        ...{ title: both('title'), description: both('description') },
        type: KINDS_OF_BLOCKS.find((kind) => kind === values.type) ?? block.type,
        access: ACCESSES.find((access) => access === values.access) ?? block.access,
        ...(values.access === 'item' && { collectionId: values.collectionId }),
        game: values.game || null,
        chat: CHATS.find((chat) => chat === values.chat) ?? block.chat,
        slowModeSeconds: Number(values.slowModeSeconds),
      })
      setBasis(values)
      toast(t('editor.block.saved'), 'good')
    },
    placeError: (error) =>
      error.code.startsWith('block_name_') && error.language
        ? { field: 'blockName', text: error.language }
        : null,
  })
  const { values } = form
  useEffect(() => settings.keep(changedFields(basis, values)), [settings, basis, values])
  return (
    <form ref={form.form} className="wv-form" noValidate onSubmit={form.onSubmit}>
      <TextInput
        {...form.field('blockName')}
        label={t('create.name')}
        lead={`/${block.worldName}/`}
        maxLength={MAX.name}
        autoCapitalize="none"
        spellCheck={false}
        hint={t('create.nameRule')}
        error={text(form.errors.blockName)}
      />
      <TextInput
        {...form.field('title.ko')}
        label={t('create.titleKo')}
        maxLength={MAX.title}
        error={text(form.errors['title.ko'])}
      />
      <TextInput
        {...form.field('title.en')}
        label={t('create.titleEn')}
        maxLength={MAX.title}
        error={text(form.errors['title.en'])}
      />
      <TextArea
        name="description.ko"
        label={t('editor.block.descriptionKo')}
        value={values['description.ko']}
        maxLength={MAX.description}
        rows={2}
        onValue={(value) => form.set('description.ko', value)}
      />
      <TextArea
        name="description.en"
        label={t('editor.block.descriptionEn')}
        value={values['description.en']}
        maxLength={MAX.description}
        rows={2}
        onValue={(value) => form.set('description.en', value)}
      />
      <Select
        label={t('create.type')}
        name="type"
        value={values.type}
        onValue={(value) => form.set('type', value)}
        options={KINDS_OF_BLOCKS.map((value) => ({ value, text: t(`type.${value}`) }))}
      />
      {values.type === 'game' && (
        <GameField
          worldName={block.worldName}
          value={values.game}
          onValue={(value) => form.set('game', value)}
        />
      )}
      <AccessField
        access={values.access}
        collectionId={values.collectionId}
        onAccess={(value) => form.set('access', value)}
        onCollection={(value) => form.set('collectionId', value)}
        error={text(form.errors.collectionId)}
      />
      <ChatFields
        chat={values.chat}
        slowModeSeconds={values.slowModeSeconds}
        onChat={(value) => form.set('chat', value)}
        onSlowMode={(value) => form.set('slowModeSeconds', value)}
      />
      {form.errors.form !== undefined && (
        <p className="wv-form-error" role="alert">
          {text(form.errors.form)}
        </p>
      )}
      <Button type="submit" pending={form.pending}>
        {t('editor.block.save')}
      </Button>
    </form>
  )
}

/** Only administrators of the world choose its main block, among those that are open. */
function MainBlock() {
  const t = useText('blocks')
  const toast = useToast()
  const { block } = useEditor()
  const isAdmin = useIsAdmin(block.worldName)
  const { makeMain } = useBlockActions(block.blockId)
  const [isAsking, setAsking] = useState(false)
  if (block.isMain) return <p className="bl-muted">{t('editor.block.isMain')}</p>
  if (!isAdmin || block.state !== 'complete') return null
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {t('editor.block.makeMain')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('editor.block.makeMain')}
          text={t('editor.block.makeMainText')}
          action={t('editor.block.makeMain')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            await makeMain(block.worldName)
            toast(t('editor.block.isMain'), 'good')
          }}
        />
      )}
    </>
  )
}

function DeleteBlock() {
  const t = useText('blocks')
  const toast = useToast()
  const navigate = useNavigate()
  const { block, saver, settings } = useEditor()
  const { remove } = useBlockActions(block.blockId)
  const [isAsking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')
  return (
    <>
      <Button variant="quiet" onClick={() => setAsking(true)}>
        {t('editor.block.delete')}
      </Button>
      {isAsking && (
        <Confirm
          title={t('editor.block.deleteTitle')}
          text={t('editor.block.deleteText')}
          action={t('editor.block.delete')}
          tone="danger"
          disabled={typed !== block.blockName}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            saver.stop()
            await remove()
            saver.forget()
            settings.drop()
            toast(t('editor.block.deleted'), 'good')
            void navigate(`/${block.worldName}`)
          }}
        >
          <TextInput
            label={t('editor.block.deleteName', { name: block.blockName })}
            name="deleteName"
            value={typed}
            onValue={setTyped}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        </Confirm>
      )}
    </>
  )
}
