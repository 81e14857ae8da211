// The sound, video, model or text of an item.
import { Icon, type ModelSlotData, PluginSlot, useText } from '@witverse/sdk'
import type { Item } from '../api/types'
import { SoundPlayer } from './SoundPlayer'
import { VideoPlayer } from './VideoPlayer'

const EXTENSIONS: Record<string, string> = {
  ...{
    'audio/mpeg': 'mp3',
    'audio/aac': 'aac',
    'audio/flac': 'flac',
    'audio/ogg': 'ogg',
    'audio/wav': 'wav',
    'audio/mp4': 'm4a',
    'audio/webm': 'weba',
  },
  ...{ 'video/mp4': 'mp4', 'video/webm': 'webm', 'video/x-msvideo': 'avi' },
}

export function Media({ item, name }: { item: Item; name: string }) {
  const t = useText('items')
  if (item.text !== null) {
    return <blockquote className="it-text">{item.text}</blockquote>
  }
  if (!item.media) return null
  if (item.media.url === null) {
    return (
      <p className="wv-note">
        <Icon name="lock" size={18} /> {t('media.ownerOnly')}
      </p>
    )
  }
  const extension = EXTENSIONS[item.media.mediaType]
  if (!extension) {
    return (
      <p className="wv-note">
        <Icon name="block" size={18} /> {t('media.model')}
      </p>
    )
  }
  const source = `${item.media.url}/original.${extension}`
  if (item.media.mediaType.startsWith('audio/')) return <SoundPlayer source={source} name={name} />
  return <VideoPlayer source={source} name={name} />
}

/** The 3D model of a block, below its picture. */
export function Turntable({ item, name }: { item: Item; name: string }) {
  if (item.type !== 'block' || !item.media?.url) return null
  const data: ModelSlotData = { url: item.media.url, name }
  return <PluginSlot at="item.model" data={data} />
}
