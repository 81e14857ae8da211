// Description, colour and visibility of a world, and its invitation link.
import {
  Button,
  Confirm,
  ErrorMessage,
  formatMoment,
  Panel,
  Row,
  Skeleton,
  TextArea,
  useAction,
  useCopied,
  useText,
  useToast,
} from '@witverse/sdk'
import { Form, FormError, FormField, SubmitButton, useZodForm, z } from '@witverse/sdk/forms'
import { useState } from 'react'
import { useInvitationLink } from '../api/inside'
import { useManageWorld } from '../api/manage'
import type { WorldView } from '../api/types'
import { HueField } from '../create/HueField'

const DESCRIPTION_MAX = 200
const SCHEMA = z.object({ ko: z.string(), en: z.string(), hue: z.number() })

export function TextsPanel({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const toast = useToast()
  const { changeTexts } = useManageWorld(world)
  const form = useZodForm({
    texts: 'worlds',
    schema: SCHEMA,
    initial: { ...world.description, hue: world.hue },
    submit: async ({ ko, en, hue }) => {
      await changeTexts({ ko, en }, hue)
      toast(t('settings.saved'), 'good')
    },
  })
  return (
    <Panel title={t('settings.texts')} text={t('settings.textsLead')}>
      <Form form={form} className="w-form">
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
        <FormField form={form} name="hue">
          {({ value, onValue }) => <HueField value={value} onValue={onValue} />}
        </FormField>
        <FormError form={form} />
        <SubmitButton form={form}>{t('settings.save')}</SubmitButton>
      </Form>
    </Panel>
  )
}

export function VisibilityPanel({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const toast = useToast()
  const [asking, setAsking] = useState(false)
  const { changeVisibility } = useManageWorld(world)
  const toPublic = !world.isPublic
  async function change() {
    await changeVisibility(toPublic)
    toast(t(toPublic ? 'settings.nowPublic' : 'settings.nowPrivate'), 'good')
  }
  return (
    <Panel
      title={t('create.visibility')}
      text={t(world.isPublic ? 'settings.isPublic' : 'settings.isPrivate')}
      action={
        world.isOwner && (
          <Button variant="secondary" size="small" onClick={() => setAsking(true)}>
            {t(toPublic ? 'settings.makePublic' : 'settings.makePrivate')}
          </Button>
        )
      }
    >
      {asking && (
        <Confirm
          title={t(toPublic ? 'settings.makePublic' : 'settings.makePrivate')}
          text={t(toPublic ? 'settings.makePublicText' : 'settings.makePrivateText')}
          action={t(toPublic ? 'settings.makePublic' : 'settings.makePrivate')}
          onConfirm={change}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}

export function InvitationPanel({ world }: { world: WorldView }) {
  const t = useText('worlds')
  const link = useInvitationLink(world.worldId)
  const { renewLink, revokeLink } = useManageWorld(world)
  const renew = useAction(renewLink)
  const revoke = useAction(revokeLink)
  const invitation = link.data?.invitation
  return (
    <Panel title={t('invite.title')} text={t('invite.text')}>
      {link.status === 'pending' && <Skeleton style={{ height: 64 }} />}
      {link.status === 'error' && <ErrorMessage error={link.error} onRetry={() => void link.refetch()} />}
      {invitation && <CopyLink code={invitation.code} createdAt={invitation.createdAt} />}
      {link.status === 'success' && (
        <div className="wv-actions">
          <Button variant="secondary" pending={renew.pending} onClick={() => void renew.run()}>
            {t(invitation ? 'invite.renew' : 'invite.create')}
          </Button>
          {invitation && (
            <Button variant="secondary" pending={revoke.pending} onClick={() => void revoke.run()}>
              {t('invite.revoke')}
            </Button>
          )}
        </div>
      )}
    </Panel>
  )
}

function CopyLink({ code, createdAt }: { code: string; createdAt: string }) {
  const t = useText('worlds')
  const address = new URL(`/invitation/${code}`, location.origin).href
  const { copy } = useCopied(t('world.copied'))
  return (
    <Row
      title={<code className="w-link">{address}</code>}
      notes={[t('invite.since', { at: formatMoment(createdAt) })]}
    >
      <Button variant="secondary" size="small" onClick={() => copy(address)}>
        {t('invite.copy')}
      </Button>
    </Row>
  )
}
