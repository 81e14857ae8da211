// Texts about uploaded models.
const ko = {
  title: '내 3D 모델 {{count}}/{{limit}}',
  text: '직접 만든 3D 모델을 올려서 놓을 수 있습니다. 움직이지 않는 모델만 표시되며, 이름과 출처는 방문자에게도 보입니다.',
  choose: '3D 모델 올리기',
  hint: 'GLB 파일 하나, 8MB, 삼각형 60,000개, 색 텍스처 4장까지',
  full: '한 블록에는 서로 다른 모델을 최대 {{limit}}개까지 놓을 수 있습니다.',
  facts: '삼각형 {{triangles}}개 · {{width}} × {{depth}}m, 높이 {{height}}m',
  leftOut: '빠진 것: {{what}}',
  name: '이름',
  credit: '출처와 라이선스',
  creditHint: '예: 홍길동, CC BY 4.0. 직접 만들었다면 비워 두어도 됩니다.',
  place: '놓기',
  placeNamed: '{{name}} 놓기',
  edit: '이름과 출처',
  editNamed: '{{name}}의 이름과 출처',
  save: '저장',
  cancel: '취소',
  copies: '{{count}}개 놓음',
  list: '이 블록의 3D 모델',
  left: {
    animations: '애니메이션',
    skins: '뼈대(기본 자세로 표시)',
    cameras: '카메라',
    lights: '조명',
    morphs: '모양 변화(기본 모양으로 표시)',
    effects: '요철, 광택, 발광, 굴절 같은 표면 효과',
    lines: '점과 선',
  },
}

const en: typeof ko = {
  title: 'My 3D models {{count}}/{{limit}}',
  text: 'Upload 3D models of your own and place them. They stand still. Visitors see their name and credit.',
  choose: 'Upload a 3D model',
  hint: 'One GLB file, up to 8 MB, 60,000 triangles and 4 colour textures',
  full: 'A block can have at most {{limit}} different models.',
  facts: '{{triangles}} triangles · {{width}} × {{depth}} m, {{height}} m high',
  leftOut: 'Left out: {{what}}',
  name: 'Name',
  credit: 'Credit and licence',
  creditHint: 'For example: Jane Doe, CC BY 4.0. You can leave it empty for your own work.',
  place: 'Place',
  placeNamed: 'Place {{name}}',
  edit: 'Name and credit',
  editNamed: 'Name and credit of {{name}}',
  save: 'Save',
  cancel: 'Cancel',
  copies: 'placed: {{count}}',
  list: 'The 3D models of this block',
  left: {
    animations: 'animations',
    skins: 'skeletons (shown in their rest pose)',
    cameras: 'cameras',
    lights: 'lights',
    morphs: 'shape changes (shown at rest)',
    effects: 'surface effects such as relief, shine, glow and refraction',
    lines: 'points and lines',
  },
}

declare global {
  interface WitverseTexts {
    'blocks-models': typeof ko
  }
}

export const modelTexts = { namespace: 'blocks-models', ko, en } as const
