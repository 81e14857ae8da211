// Makes the portrait the picture of the profile: it is uploaded like a photo, so the checks and the deletion of files apply.
import { payload, useApi, useHost, useText, useToast } from '@witverse/sdk'
import { useUpload } from '@witverse/sdk/files'
import { useEffect, useState } from 'react'
import type { Drawn } from '../look/options'
import { pictureOf } from '../portrait/picture'
import { portrait } from '../portrait/portrait'

export function usePicture(look: Drawn) {
  const t = useText('avatars')
  const api = useApi()
  const { actions } = useHost()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)
  const failed = () => {
    toast(t('chosen.pictureFailed'), 'bad')
    setIsBusy(false)
  }
  const upload = useUpload('image', {
    onReady: (file) => {
      void (async () => {
        await payload(api.PUT('/api/v2/user/image', { body: { fileId: file.fileId } }))
        await actions.reloadCaller()
        toast(t('chosen.pictureDone'))
        setIsBusy(false)
      })().catch(failed)
    },
  })
  const { phase } = upload
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (phase === 'failed') failed()
  }, [phase])
  return {
    isBusy,
    use: () => {
      setIsBusy(true)
      pictureOf(portrait(look), 'avatar.png').then(upload.start, failed)
    },
  }
}
