"""Two steps lower the loss, a stopped run goes on as if it had not been stopped, and sharing is exact.

The network is a small one of the default model's kind, with weights by chance: the code is the same, and a
step takes milliseconds.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is installed only where the adapter is trained")
transformers = pytest.importorskip("transformers", reason="as torch")
pytest.importorskip("peft", reason="as torch")

from torch.multiprocessing import ProcessRaisedException  # noqa: E402

from training.network import Network, adapted_to  # noqa: E402
from training.train import Row, Run, batches, common_prefix, rate, read_rows, train  # noqa: E402
from training.workers import Workers, together  # noqa: E402

pytestmark = pytest.mark.filterwarnings(
    "ignore:`is_gradient_checkpointing` is deprecated:FutureWarning"  # peft asks transformers for it
)

PREFIX = [5, 9, 2, 7]


def small_model() -> Any:
    torch.manual_seed(1)
    config = transformers.LlamaConfig(
        vocab_size=64,
        hidden_size=32,
        intermediate_size=48,
        num_hidden_layers=2,
        num_attention_heads=4,
        num_key_value_heads=2,
        head_dim=8,
        tie_word_embeddings=True,
    )
    return transformers.LlamaForCausalLM(config)


def adapted(rank: int = 4) -> Any:
    return adapted_to(small_model(), rank=rank, alpha=8, dtype=torch.float32)


def rows() -> list[Row]:
    return [
        Row([*PREFIX, 11 + number, 20], [30, 31 + number, 40], [0.0, 2.0, 1.0], number // 4)
        for number in range(8)
    ]


def run(directory: Path, minutes: float = 10.0) -> Run:
    base = directory / "base.gguf"
    base.write_bytes(b"no model")
    return Run(base, directory / "out", minutes=minutes, adapted=adapted())


def test_two_steps_lower_the_loss(tmp_path: Path) -> None:
    one = run(tmp_path)
    one.state.seconds = 60.0
    first = one.validate(rows())[0]
    for _ in range(2):
        one.step([rows()])
    assert one.validate(rows())[0] < first


def test_a_resumed_run_is_where_it_was(tmp_path: Path) -> None:
    straight, stopped = run(tmp_path), run(tmp_path)
    for each in (straight, stopped):
        each.state.seconds = 60.0
        each.step([rows()])
    stopped.keep({})
    gone_on = run(tmp_path)
    gone_on.resume()
    gone_on.state.seconds = straight.state.seconds
    assert gone_on.state.step == 1
    losses = [each.step([rows()]) for each in (straight, gone_on)]
    assert losses[0] == losses[1]
    for name, value in straight.tensors().items():
        assert torch.equal(value, gone_on.tensors()[name]), name


def test_other_processes_do_not_go_on_with_it(tmp_path: Path) -> None:
    run(tmp_path).keep({})
    gone_on = run(tmp_path)
    gone_on.workers = Workers(0, 2)
    with pytest.raises(ValueError, match="made by 1 processes"):
        gone_on.resume()


def test_a_new_run_begins_with_a_trained_adapter(tmp_path: Path) -> None:
    first = run(tmp_path)
    train(first, rows(), [], steps=2, facts={})
    second = run(tmp_path)
    second.start_from(tmp_path / "out" / "adapter.safetensors")
    assert second.state.step == 0
    assert second.validate(rows()) == first.validate(rows())
    small = Run(tmp_path / "base.gguf", tmp_path, minutes=1.0, adapted=adapted(rank=2))
    with pytest.raises(ValueError, match="no adapter of this rank"):
        small.start_from(tmp_path / "out" / "adapter.safetensors")


def test_rows_behind_a_shared_prefix_are_read_as_if_alone() -> None:
    model = adapted()
    for weight in model.parameters():
        if weight.requires_grad:
            torch.nn.init.normal_(weight, std=0.2)
    network = Network(model)
    tails = [[11, 20, 30, 31], [12], [13, 21, 33]]
    found = network.logits(network.hidden(PREFIX, tails))
    alone = torch.cat([model(input_ids=torch.tensor([[*PREFIX, *tail]])).logits[0, 4:] for tail in tails])
    assert torch.allclose(found, alone, atol=1e-5)


def test_gradients_are_those_of_the_rows_alone() -> None:
    model = adapted()
    weights = [weight for weight in model.parameters() if weight.requires_grad]
    for weight in weights:
        torch.nn.init.normal_(weight, std=0.2)
    tails = [[11, 20, 30, 31], [12], [13, 21, 33]]
    wanted = torch.randn(8, 64)
    network = Network(model)
    torch.autograd.backward((network.logits(network.hidden(PREFIX, tails)) * wanted).sum())
    shared = [weight.grad for weight in weights]
    for weight in weights:
        weight.grad = None
    alone = torch.cat([model(input_ids=torch.tensor([[*PREFIX, *tail]])).logits[0, 4:] for tail in tails])
    torch.autograd.backward((alone * wanted).sum())
    for one, weight in zip(shared, weights, strict=True):
        assert torch.allclose(one, weight.grad, rtol=1e-4, atol=1e-4)


def test_a_run_ends_with_its_budget_and_writes_what_it_was(tmp_path: Path) -> None:
    one = run(tmp_path)
    train(one, rows(), rows(), steps=3, facts={"data_version": "7"})
    card = json.loads((tmp_path / "out" / "adapter.json").read_text())
    assert (card["step"], card["rank"], card["data_version"]) == (3, 16, "7")
    assert card["base"] == "base.gguf"
    assert len(card["base_sha256"]) == 64
    assert [step for step, _ in card["losses"]] == [1, 2, 3]
    assert (tmp_path / "out" / "adapter.safetensors").stat().st_size > 0


def test_no_step_is_made_when_the_time_is_used_up(tmp_path: Path) -> None:
    one = run(tmp_path, minutes=1.0)
    one.state.seconds = 61.0
    train(one, rows(), [], steps=None, facts={})
    assert one.state.step == 0


def test_the_rate_rises_and_falls() -> None:
    assert rate(0.0) < rate(0.05) > rate(0.5) > rate(0.99)
    assert rate(1.0) == pytest.approx(0.0)


def test_batches_are_groups_and_go_on_where_they_stopped() -> None:
    made = batches(rows())
    first = [next(made) for _ in range(7)]
    assert first[0] == [rows()[:4]]
    again = batches(rows(), start=3)
    assert [next(again) for _ in range(4)] == first[3:]


def test_a_batch_for_two_has_groups_of_like_cost() -> None:
    short, long = [4, 5, 6], [4, 5, 6, *range(7, 40)]
    mixed = [
        Row([*PREFIX, *(long if number % 2 else short)], [30, 31], [1.0, 1.0], number) for number in range(8)
    ]
    made = batches(mixed, size=2)
    first = [next(made) for _ in range(4)]
    assert sorted(group[0].group for batch in first for group in batch) == list(range(8))
    for batch in first:
        assert len({len(group[0].prompt) for group in batch}) == 1


def test_too_few_rows_for_so_many_are_refused() -> None:
    with pytest.raises(ValueError, match="2 groups of rows are too few for 3"):
        next(batches(rows(), size=3))


def averaged(workers: Workers, directory: str) -> None:
    """What one of several processes does in the test below."""
    tensors = [torch.full((2, 3), float(workers.number)), torch.tensor([4.0 * workers.number])]
    agreed = workers.average(tensors, of_leader=7.0 + workers.number)
    found = [agreed, *(value for tensor in tensors for value in tensor.reshape(-1).tolist())]
    (Path(directory) / f"{workers.number}.json").write_text(json.dumps(found))


def test_processes_agree_on_the_mean_and_on_the_leaders_time(tmp_path: Path) -> None:
    together(2, averaged, str(tmp_path))
    for number in range(2):
        assert json.loads((tmp_path / f"{number}.json").read_text()) == [7.0, *[0.5] * 6, 2.0]


def failing(workers: Workers) -> None:
    if not workers.leads:
        raise RuntimeError("one of two failed")
    workers.average([torch.zeros(1)], of_leader=0.0)


def test_a_fault_in_one_process_ends_all() -> None:
    with pytest.raises(ProcessRaisedException, match="one of two failed"):
        together(2, failing)


def test_the_common_prefix_leaves_each_row_a_token() -> None:
    assert common_prefix(rows()) == PREFIX
    same = [rows()[0], rows()[0]]
    assert common_prefix(same) == rows()[0].prompt[:-1]


def test_rows_without_a_choice_are_not_trained_on(tmp_path: Path) -> None:
    file = tmp_path / "rows.jsonl"
    lines = [{"prompt": [1, 2], "answer": [3], "weights": [weight], "group": 0} for weight in (0.0, 1.0)]
    file.write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    assert [row.weights for row in read_rows(file)] == [[1.0]]
