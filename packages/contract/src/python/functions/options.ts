// The options that stand in a decorator's brackets.

import type { OptionModel, OptionValue } from "../../model/function.ts";
import { literalOf } from "../literals/literal-value.ts";
import type { CallNode, ExpressionNode } from "../syntax/expression-nodes.ts";
import { type Place, spanOf, textOf } from "../syntax/source-text.ts";

/** Every argument of a decorator as an option; positional ones are `*`, spread ones `**`. */
export function optionsOf(call: CallNode | undefined, skippedPlaces = 0): readonly OptionModel[] {
  if (call === undefined) return Object.freeze([]);
  const places = call.arguments.slice(skippedPlaces).map((value) => option("*", value, value.place));
  const named = call.keywords.map(({ name, value, place }) => option(name ?? "**", value, place));
  return Object.freeze([...places, ...named]);
}

function option(name: string, value: ExpressionNode, place: Place): OptionModel {
  return Object.freeze({ name, value: optionValue(value), span: Object.freeze(spanOf(place)) });
}

/** Options are read before anything is known of the module: a name, even of a constant, is no literal. */
function optionValue(node: ExpressionNode): OptionValue {
  const literal = literalOf(node);
  const text = textOf(node.place);
  return Object.freeze(
    literal === undefined ? { literal: false, text } : { literal: true, value: literal.value, text },
  );
}
