// The own 3D avatar: a VRM file, with its licence. It can be changed and removed at any time.
import { Badge, Button, Checkbox, Icon, useAction, useText, useToast } from '@witverse/sdk'
import { FileButton, type UploadedFile, UploadProgress, useUpload } from '@witverse/sdk/files'
import { useId, useState } from 'react'
import { type Avatar, useVrm } from '../api/avatars'
import { Licence } from './Licence'

interface VrmSectionProps {
  avatar: Avatar
  /** A file that was uploaded and not chosen yet. The page previews it. */
  candidate: UploadedFile | null
  onCandidate: (file: UploadedFile | null) => void
}

export function VrmSection({ avatar, candidate, onCandidate }: VrmSectionProps) {
  const t = useText('avatars')
  const id = useId()
  const toast = useToast()
  const change = useVrm(avatar.userId)
  const upload = useUpload('vrm', { onReady: onCandidate })
  const isBusy = ['sending', 'waiting', 'checking'].includes(upload.phase)
  const remove = useAction(async () => {
    await change(null)
    toast(t('vrm.said.removed'))
  })
  return (
    <section className="av-vrm" aria-labelledby={id}>
      <h2 id={id}>
        {t('vrm.title')} {avatar.vrm && !candidate && <Badge tone="accent">{t('vrm.shown')}</Badge>}
      </h2>
      <p>{t('vrm.lead')}</p>
      {candidate ? (
        <Candidate
          key={candidate.fileId}
          file={candidate}
          onUse={async (confirmed) => {
            await change(candidate.fileId, confirmed)
            onCandidate(null)
            toast(t('vrm.said.used'))
          }}
          onCancel={() => onCandidate(null)}
        />
      ) : (
        <>
          {avatar.vrm && <Licence credit={avatar.vrm} />}
          <div className="wv-actions">
            <FileButton
              accept=".vrm"
              disabled={isBusy}
              hint={t('vrm.hint')}
              onFiles={([file]) => file && upload.start(file)}
            >
              {t(avatar.vrm ? 'vrm.chooseOther' : 'vrm.choose')}
            </FileButton>
            {avatar.vrm && (
              <Button variant="quiet" pending={remove.pending} onClick={() => void remove.run()}>
                <Icon name="trash" size={18} /> {t('vrm.remove')}
              </Button>
            )}
          </div>
          <UploadProgress upload={upload} />
        </>
      )}
    </section>
  )
}

interface CandidateProps {
  file: UploadedFile
  onUse: (confirmed: boolean) => Promise<void>
  onCancel: () => void
}

function Candidate({ file, onUse, onCancel }: CandidateProps) {
  const t = useText('avatars')
  const [isConfirmed, setIsConfirmed] = useState(false)
  const use = useAction(() => onUse(isConfirmed))
  if (!file.vrm) return null
  const needsConfirmation = file.vrm.licence.allowedUsers !== 'everyone'
  const { copyright = null, contact = null, licence } = file.vrm
  const { name = null, url = null, otherPermissionUrl = null } = licence
  const credit = { ...file.vrm, copyright, contact, licence: { ...licence, name, url, otherPermissionUrl } }
  return (
    <>
      <Licence credit={credit} />
      {needsConfirmation && (
        <Checkbox
          name="vrmConfirmed"
          checked={isConfirmed}
          onChecked={setIsConfirmed}
          label={t('vrm.confirm')}
        />
      )}
      <div className="wv-actions">
        <Button
          pending={use.pending}
          disabled={needsConfirmation && !isConfirmed}
          onClick={() => void use.run()}
        >
          {t('vrm.use')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('vrm.cancel')}
        </Button>
      </div>
    </>
  )
}
