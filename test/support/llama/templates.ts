/** How a template's model is read: the format, and whether llama.cpp looks for reasoning in it. */
export interface TemplateFamily {
  readonly format: string
  /** The template writes no calls. */
  readonly callsNothing?: true
  /** The template says nothing of reasoning, so llama.cpp reads none. */
  readonly thinks?: false
}

const plain: TemplateFamily = { format: 'plain', thinks: false, callsNothing: true }
const silentHermes: TemplateFamily = { format: 'hermes', thinks: false }

/** The families of the templates that the reading is compared on, by the file's name. */
export const templateFamilies: Readonly<Record<string, TemplateFamily>> = {
  // Our own.
  hermes: { format: 'hermes' },
  'oracle-chatml': silentHermes,
  'qwen3-coder': { format: 'qwen3-coder', thinks: false },
  // Real models'.
  'Apriel-1.6-15b-Thinker-fixed': { format: 'apriel-1.6' },
  'ByteDance-Seed-OSS': { format: 'seed-oss' },
  Cohere2MoE: { format: 'cohere2-moe' },
  'CohereForAI-c4ai-command-r7b-12-2024-tool_use': { format: 'command-r7b' },
  'GLM-4.6': { format: 'glm-4.5' },
  'GigaChat3-10B-A1.8B': { format: 'gigachat-3', thinks: false },
  'Kimi-K2-Instruct': { format: 'kimi-k2' },
  'Kimi-K2-Thinking': { format: 'kimi-k2' },
  'moonshotai-Kimi-K2': { format: 'kimi-k2' },
  'MiniMax-M2': { format: 'minimax-m2' },
  'Mistral-Small-3.2-24B-Instruct-2506': { format: 'mistral-small-3.2', thinks: false },
  'NVIDIA-Nemotron-3-Nano-30B-A3B-BF16': { format: 'nemotron-3' },
  'NVIDIA-Nemotron-Nano-v2': { format: 'nemotron-v2' },
  'NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use': silentHermes,
  'NousResearch-Hermes-3-Llama-3.1-8B-tool_use': silentHermes,
  'Qwen-Qwen2.5-7B-Instruct': silentHermes,
  'Qwen-QwQ-32B': { format: 'qwq' },
  'Qwen-Qwen3-0.6B': { format: 'hermes' },
  'Qwen3-Coder': { format: 'qwen3-coder', thinks: false },
  'Qwen3.5-4B': { format: 'qwen3.5' },
  'deepseek-ai-DeepSeek-R1-Distill-Qwen-32B': { format: 'deepseek-r1' },
  'llama-cpp-deepseek-r1': { format: 'deepseek-r1' },
  'deepseek-ai-DeepSeek-R1-Distill-Llama-8B': { format: 'deepseek-r1', callsNothing: true },
  'ibm-granite-granite-3.3-2B-Instruct': { format: 'granite-3.3', callsNothing: true },
  'deepseek-ai-DeepSeek-V3.1': { format: 'deepseek-v3.1' },
  'deepseek-ai-DeepSeek-V3.2': { format: 'deepseek-v3.2' },
  'deepseek-ai-DeepSeek-V4': { format: 'deepseek-v4' },
  'fireworks-ai-llama-3-firefunction-v2': { format: 'firefunction-v2', thinks: false },
  'google-gemma-2-2b-it': plain,
  'ibm-granite-granite-4.0': { format: 'granite-4', thinks: false },
  'inclusionai-ling-3.0-flash': { format: 'ling-3' },
  'meetkai-functionary-medium-v3.1': { format: 'functionary-v3.1', thinks: false },
  'meta-llama-Llama-3.1-8B-Instruct': { format: 'llama-3', thinks: false },
  'meta-llama-Llama-3.3-70B-Instruct': { format: 'llama-3', thinks: false },
  'microsoft-Phi-3.5-mini-instruct': plain,
  'mistralai-Ministral-3-14B-Reasoning-2512': { format: 'mistral-v11' },
  'mistralai-Mistral-Nemo-Instruct-2407': { format: 'mistral', thinks: false },
  'openai-gpt-oss-120b': { format: 'gpt-oss' },
  'poolside-Laguna-S-2.1': { format: 'laguna' },
  'LFM2-8B-A1B': { format: 'lfm2', thinks: false },
  'LFM2.5-Instruct': { format: 'lfm2', thinks: false },
  'Kimi-K3': { format: 'kimi-k3' },
  'MiniMax-M3': { format: 'minimax-m3' },
  'google-gemma-4-31B-it': { format: 'gemma-4' },
  'meetkai-functionary-medium-v3.2': { format: 'functionary-v3.2', thinks: false },
  'muse-glimmer': { format: 'muse-glimmer' },
  'unsloth-mistral-Devstral-Small-2507': { format: 'mistral-v11', thinks: false },
}
