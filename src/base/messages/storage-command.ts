// What `memdir storage` says.
import { texts } from './message.ts'

export const storageCommandTexts = texts('storage-command', {
  help: [
    'Shows where the vectors of the memories live and how many there are. `storage move` brings them into the place that storage.backend names, without embedding anything again; stopped, it goes on where it was. The memories themselves are files and stay where they are.',
    '显示记忆的向量存放在哪里、有多少。`storage move` 把它们迁移到 storage.backend 指定的存放处，不重新生成；中断后会从断点继续。记忆本身是文件，位置不变。',
  ],
  optionFrom: ['move: only what is there (default: every other place)', 'move：只迁移此处的（默认其他所有存放处）'],
  optionKeep: ['move: leave them where they were, too', 'move：原处也保留一份'],
  memoryMemories: ['{memories memory|memories}', '{memories} 条记忆'],
  chosenBeforeNotKnown: ['was chosen before; what it has is not known', '以前选择过；不清楚其中有什么'],
  vectorsBefore: ['has vectors from before', '有以前的向量'],
  newVectorsGoHere: ['new vectors go here', '新向量存放于此'],
  vector: ['{count vector}', '{count} 个向量'],
  noVectorsYet: ['no vectors yet', '尚无向量'],
  writtenFoundLittleLater: ['what is written is found a little later; until then words find it', '写入的内容稍后才能找到；在此之前按词查找'],
  answeredMs: ['answered in {ms} ms', '应答用时 {ms} 毫秒'],
  moving: ['moving', '迁移'],
  vectorsStayThere: ['Vectors that {place} may have stay there: {why}', '{place} 中可能有的向量仍留在那里：{why}'],
  nothingMoveNoOther: ['Nothing to move: no other place has vectors of these memories. {to} answers.', '无需迁移：其他地方没有这些记忆的向量。{to} 可用。'],
  stoppedVectorsMovedStorage: ['Stopped: {moved} vectors moved from {sources} to {to}. `memdir storage move` goes on from there.', '已中断：已从 {sources} 迁移 {moved} 个向量到 {to}。再次运行 `memdir storage move` 即可继续。'],
  vectorsMovedThereAlready: ['{moved} vectors moved from {sources} to {to}; {there} were there already.', '已从 {sources} 迁移 {moved} 个向量到 {to}；另有 {there} 个已在那里。'],
})
