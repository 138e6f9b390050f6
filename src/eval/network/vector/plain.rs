//! The inner loops without SIMD.

use super::super::shape::{
    HIDDEN_UNIT, Head, HiddenLayer, PAIRED, PRODUCT_HALF, PRODUCT_SHIFT, PRODUCTS, Rows, SECOND,
};

/// Adds a row to the sums.
#[inline]
pub fn add(sums: &mut HiddenLayer, row: &HiddenLayer) {
    for (sum, &weight) in sums.0.iter_mut().zip(&row.0) {
        *sum = sum.wrapping_add(weight);
    }
}

/// See [`update`](super::update).
pub fn update(from: &HiddenLayer, to: &mut HiddenLayer, removed: Rows<'_>, added: Rows<'_>) {
    *to = *from;
    for row in removed {
        for (sum, &weight) in to.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(weight);
        }
    }
    for row in added {
        add(to, row);
    }
}

/// See [`output`](super::output).
pub fn output(mover: &HiddenLayer, other: &HiddenLayer, head: &Head) -> i64 {
    let mut inputs = [0; PRODUCTS];
    let blocks = [mover, other]
        .into_iter()
        .flat_map(|layer| layer.0.as_chunks::<{ 2 * PAIRED }>().0);
    for (inputs, block) in inputs.as_chunks_mut::<PAIRED>().0.iter_mut().zip(blocks) {
        let (first, second) = block.split_at(PAIRED);
        for (input, (&a, &b)) in inputs.iter_mut().zip(first.iter().zip(second)) {
            let [a, b] = [a, b].map(|neuron| i32::from(neuron).clamp(0, HIDDEN_UNIT));
            *input = ((a * b + PRODUCT_HALF) >> PRODUCT_SHIFT) as i16;
        }
    }
    let mut second = [0; SECOND];
    for (sum, weights) in second.iter_mut().zip(&head.second) {
        let products = inputs.iter().zip(weights);
        *sum = products
            .map(|(&input, &weight)| i32::from(input) * i32::from(weight))
            .sum();
    }
    let mut third = head.third_biases;
    for (neuron, weights) in head.second_neurons(&second).into_iter().zip(&head.third) {
        for (sum, &weight) in third.iter_mut().zip(weights) {
            *sum += i32::from(neuron) * i32::from(weight);
        }
    }
    head.output(&third)
}
