// Share links of the supported services. None of their scripts is loaded.

export interface Shared {
  title: string
  description: string
  imageUrl: string
  /** Absolute. */
  url: string
}

export function twitterLink({ title, url }: Shared): string {
  return `https://twitter.com/intent/tweet?${new URLSearchParams({ text: title, url })}`
}

export function facebookLink({ url }: Shared): string {
  return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`
}

/** The button label in a shared feed, in Korean as specified. */
export const KAKAO_BUTTON = '웹으로 보기'

/** The address of Kakao's share picker. It needs an app key registered with Kakao. */
export function kakaoLink({ title, description, imageUrl, url }: Shared, appKey: string): string {
  const link = { web_url: url, mobile_web_url: url }
  const template = {
    object_type: 'feed',
    content: { title, description, image_url: imageUrl, link },
    buttons: [{ title: KAKAO_BUTTON, link }],
  }
  const query = new URLSearchParams({
    app_key: appKey,
    validation_action: 'default',
    validation_params: JSON.stringify({ link_ver: '4.0', template_object: template }),
  })
  return `https://sharer.kakao.com/picker/link?${query}`
}
