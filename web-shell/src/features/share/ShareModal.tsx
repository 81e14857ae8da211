// Shares a page: KakaoTalk, Twitter, Facebook, or its copied address. Opened with `useModal().open('share', data)`;
// missing data comes from the current page.
import '../people/people.css'
import { useQuery } from '@tanstack/react-query'
import {
  classes,
  Icon,
  Modal,
  payload,
  type ShareData,
  useApi,
  useBoot,
  useCopied,
  useText,
  useToast,
} from '@witverse/sdk'
import type { ModalProps } from '../../lib/modal-props'
import { facebookLink, kakaoLink, type Shared, twitterLink } from './links'

const PICTURE = '/assets/shell/mark.svg'

export function ShareModal({ data, close }: ModalProps) {
  const t = useText('shell-people')
  const toast = useToast()
  const { share } = useBoot()
  const { copied, copy } = useCopied()
  const shared = useShared((data ?? {}) as ShareData)
  const kakaoKey = share?.kakaoKey

  /** Without a Kakao app key: the system's share dialog, or the copied address. */
  async function shareWithoutKakao() {
    try {
      if (navigator.share) return await navigator.share({ title: shared.title, url: shared.url })
    } catch {
      return // the person closed the share dialog
    }
    await copy(shared.url)
    toast(t('share.paste'), 'good')
  }

  const places = [
    { id: 'twitter', href: twitterLink(shared) },
    { id: 'facebook', href: facebookLink(shared) },
  ] as const
  return (
    <Modal open onClose={close} title={t('share.title')} description={shared.title}>
      <ul className="pp-share">
        <li>
          {kakaoKey ? (
            <a
              className="pp-share-place"
              href={kakaoLink(shared, kakaoKey)}
              target="_blank"
              rel="noopener noreferrer"
            >
              <PlaceIcon id="kakao" /> {t('share.kakao')}
            </a>
          ) : (
            <button type="button" className="pp-share-place" onClick={shareWithoutKakao}>
              <PlaceIcon id="kakao" /> {t('share.kakao')}
            </button>
          )}
        </li>
        {places.map(({ id, href }) => (
          <li key={id}>
            <a className="pp-share-place" href={href} target="_blank" rel="noopener noreferrer">
              <PlaceIcon id={id} /> {t(`share.${id}`)}
            </a>
          </li>
        ))}
      </ul>
      <div className="pp-share-copy">
        <span className="pp-share-url">{shared.url}</span>
        <button
          type="button"
          className={classes('wv-button is-secondary is-small', copied && 'is-copied')}
          onClick={() => void copy(shared.url)}
        >
          <Icon name={copied ? 'check' : 'copy'} size={16} />
          <span aria-live="polite">{t(copied ? 'share.copied' : 'share.copy')}</span>
        </button>
      </div>
    </Modal>
  )
}

function useShared(data: ShareData): Shared {
  const t = useText('shell-people')
  const api = useApi()
  const person = useQuery({
    queryKey: ['people', 'sns', data.userId],
    queryFn: ({ signal }) =>
      payload(api.GET('/api/v2/user/sns/{id}', { params: { path: { id: data.userId ?? '' } }, signal })),
    enabled: data.userId !== undefined,
  }).data
  const page = data.path ? new URL(data.path, location.origin).href : location.href
  return {
    title: data.title ?? person?.title ?? document.title,
    description: data.description ?? person?.description ?? t('share.description'),
    imageUrl: new URL(data.imageUrl ?? person?.imageUrl ?? PICTURE, location.origin).href,
    url: person && !data.path ? new URL(person.link, location.origin).href : page,
  }
}

const SHAPES: Record<string, string> = {
  kakao:
    'M10 3.200c4.400 0 7.700 2.700 7.700 6.200s-3.300 6.200-7.700 6.200c-.6 0-1.200 0-1.700-.1L5 17.500l.8-3c-2.200-1.100-3.500-3-3.500-5.100C2.300 5.900 5.600 3.200 10 3.200Z',
  twitter: 'M3 3.200h4.300l3.400 4.700 4-4.700h2l-5.100 5.900 5.700 7.700H13l-3.700-5-4.300 5H3l5.400-6.300Z',
  facebook:
    'M11.300 17.500v-6.600h2.300l.4-2.700h-2.700V6.500c0-.8.3-1.300 1.400-1.300h1.400V2.800c-.3 0-1.100-.1-2-.1-2.100 0-3.500 1.200-3.500 3.500v2H6.300v2.700h2.300v6.600Z',
}

function PlaceIcon({ id }: { id: string }) {
  return (
    <svg className={`pp-share-icon is-${id}`} width="44" height="44" viewBox="-6 -6 32 32" aria-hidden="true">
      <rect x="-6" y="-6" width="32" height="32" rx="10" className="pp-share-tile" />
      <path d={SHAPES[id]} />
    </svg>
  )
}
